package dev.sluice.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job with callbacks of docs/how-to/forms.md, with the gateway that the document starts for it. */
class QuickstartTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    @TempDir
    Path temporary;

    @Test
    void shouldGetItsAnswersWhenTheGatewayRunsOnItsConfiguration() throws Exception {
        Trees.copy(ROOT.resolve("config"), temporary.resolve("config"));
        try (Child gateway = start("dev.sluice.service.Main", "run", "--config", "config/gateway.yaml")) {
            final List<String> lines =
                    start(Quickstart.class.getName()).awaitEnd().lines().toList();
            assertEquals(7, lines.size(), lines::toString);
            assertTrue(lines.get(0).startsWith("customer {"), lines::toString);
            assertTrue(lines.get(0).contains("Ada"), lines::toString);
            assertTrue(lines.get(1).startsWith("address {"), lines::toString);
            assertEquals("customer not found", lines.get(6));
            gateway.stop();
        }
    }

    private Child start(String main, Object... arguments) throws IOException {
        return Program.java(main, arguments).in(temporary).start();
    }
}
