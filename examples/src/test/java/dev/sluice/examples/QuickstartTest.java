package dev.sluice.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.JavaCommand;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first job of docs/how-to/client.md, with the gateway that the document starts for it. */
class QuickstartTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    @TempDir
    Path temporary;

    @Test
    void shouldGetItsAnswersWhenTheGatewayRunsOnItsConfiguration() throws Exception {
        Trees.copy(ROOT.resolve("config"), temporary.resolve("config"));
        final Process gateway =
                start("dev.sluice.service.Main", "gateway.out", "run", "--config", "config/gateway.yaml");
        try {
            final Process quickstart = start("dev.sluice.examples.Quickstart", "quickstart.out");
            final boolean ended = quickstart.waitFor(60, TimeUnit.SECONDS);
            quickstart.destroyForcibly();
            final String log = Files.readString(temporary.resolve("gateway.out"));
            assertTrue(ended, () -> "no answers; the gateway says: " + log);
            final List<String> lines = Files.readAllLines(temporary.resolve("quickstart.out"));
            assertEquals(7, lines.size(), lines::toString);
            assertTrue(lines.get(0).startsWith("customer {"), lines::toString);
            assertTrue(lines.get(0).contains("Ada"), lines::toString);
            assertTrue(lines.get(1).startsWith("address {"), lines::toString);
            assertEquals("customer not found", lines.get(6));
        } finally {
            gateway.destroy();
            if (!gateway.waitFor(20, TimeUnit.SECONDS)) {
                gateway.destroyForcibly();
            }
        }
    }

    private Process start(String main, String output, String... arguments) throws IOException {
        return new ProcessBuilder(JavaCommand.of(main, List.of(arguments)))
                .directory(temporary.toFile())
                .redirectErrorStream(true)
                .redirectOutput(temporary.resolve(output).toFile())
                .start();
    }
}
