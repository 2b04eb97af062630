package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.examples.ChronicleOnly;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chronicle's own tools print what docs/reference/wire-format.md shows of them. */
class ChroniclePageTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /** Times, ids and checksums differ from run to run. */
    private static final Pattern VARIES = Pattern.compile("0x[0-9a-f]+|\\d{5,}");

    @TempDir
    Path temporary;

    @Test
    void shouldPrintWhatThePageShowsWhenTheToolsReadTheQueuesOfTheDemo() throws Exception {
        final Path directory = temporary.resolve("demo");
        RunningDemo.run(0, directory, "--contracts", "200", "--no-baseline");
        final Path queues = directory.resolve("queues");
        final String reader = "net.openhft.chronicle.queue.ChronicleReaderMain";
        final String requests = java(reader, "-d", queues.resolve("in"));
        final String shown = block("ReaderOf in");
        assertTrue(
                without(requests).contains(without(shown)),
                () -> "ChronicleReaderMain does not print\n" + shown + "\nbut\n"
                        + requests.lines().limit(60).toList());
        final String results = java(reader, "-d", queues.resolve("out"));
        assertTrue(without(results).contains("rows: [\n  customer,"), results);
        final String latencies =
                java("net.openhft.chronicle.queue.ChronicleHistoryReaderMain", "-d", queues.resolve("out"));
        assertTrue(latencies.matches("(?s).*sourceId +1 +startTo1\\s.*"), latencies);
        assertTrue(latencies.matches("(?s).*count: +1200 +1200 .*"), latencies);
    }

    @Test
    void shouldAnswerTheProgramOfThePageThatHasChronicleAlone() throws Exception {
        final Path config = temporary.resolve("config/gateway.yaml");
        Trees.copy(ROOT.resolve("config"), config.getParent());
        Files.writeString(config, Files.readString(config).replace("foreign: false", "foreign: true"));
        try (Child gateway = Program.java("dev.sluice.service.Main", "run", "--config", config)
                .start()) {
            final Path queues = temporary.resolve("data/queues");
            gateway.await("queues", () -> Files.exists(queues.resolve("out/queue.properties")));
            final String printed = java(ChronicleOnly.class.getName(), queues);
            assertTrue(printed.matches("(?s).*customer \\[.*] \\[\\[Ada.*"), printed);
        }
    }

    private static String block(String mark) throws IOException {
        final Matcher block = Pattern.compile("<!-- " + mark + "[^>]*-->\n```[a-z]*\n(.*?)\n```", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve("docs/reference/wire-format.md")));
        assertTrue(block.find(), mark);
        return block.group(1);
    }

    private static String without(String text) {
        return VARIES.matcher(text).replaceAll("#").replaceAll(" +\n", "\n");
    }

    private static String java(String main, Object... arguments) throws Exception {
        return Program.java(main, arguments).start().expectEnd(0);
    }
}
