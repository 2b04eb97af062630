package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.internal.queue.QueuePair;
import dev.sluice.testsupport.Program;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that only read or tidy queues need no library of the gateway: no pool of connections, no metrics, no JSON log. */
class QueuesOnlyTest {

    private static final Pattern SERVICE =
            Pattern.compile("(?i).*(hikari|micrometer|prometheus|logback|logstash).*\\.jar");
    private static final int REQUESTS = 5;
    private static final String END = "ended with ";

    @TempDir
    private Path directory;

    /** Runs in a JVM of its own: each argument is a command, its words divided by blanks. */
    static final class Commands {

        private Commands() {}

        public static void main(String[] lines) {
            for (final String line : lines) {
                final String[] words = line.split(" ");
                System.out.println(END + Main.commandLine(words).execute(words));
            }
        }
    }

    @Test
    void shouldRunWithoutTheLibrariesOfTheGatewayWhenACommandOnlyReadsQueues() throws Exception {
        final Path queues = directory.resolve("queues");
        try (QueuePair pair = QueuePair.open(queues, AnsweredQueues.OPTIONS)) {
            AnsweredQueues.fill(pair, REQUESTS, AnsweredQueues.Results::truth);
        }
        final List<String> lines = List.of(
                "cat both -q Q",
                "cat -q Q --format json --last 2",
                "cat -q Q --stats",
                "show --last -q Q",
                "show --last -q Q --format json",
                "status -q Q",
                "status -q Q --format json",
                "jobs -q Q",
                "verify -q Q",
                "diff Q Q",
                "redrive -q Q",
                "prune -q Q",
                "repair -q Q");
        final String said = run(
                lines.stream().map(line -> line.replace("Q", queues.toString())).toList());
        assertEquals(
                lines.stream().map(line -> END + 0).toList(),
                said.lines().filter(line -> line.startsWith(END)).toList(),
                said);
    }

    @Test
    void shouldSayWhatIsMissingWhenACommandNeedsThem() throws Exception {
        final Path queues = directory.resolve("queues");
        try (QueuePair pair = QueuePair.open(queues, AnsweredQueues.OPTIONS)) {
            AnsweredQueues.fill(pair, REQUESTS, AnsweredQueues.Results::truth);
        }
        final Path config = Files.writeString(directory.resolve("gateway.yaml"), """
                name: gw
                queues: {path: queues}
                databases:
                  main: {url: 'jdbc:hsqldb:mem:queues-only', user: SA}
                """);
        final String said =
                run(List.of("replay -q " + queues + " -c " + config + " --into " + directory.resolve("again")));
        assertTrue(said.contains("add the jars of replay-tool/target/service"), said);
        assertTrue(said.contains(END + 3), said);
    }

    /** The manifest of a jar that the build just made names the libraries beside it. */
    private static String withoutManifest(String entry) {
        final Path classes = Path.of(entry).resolveSibling("classes");
        return entry.endsWith(".jar") && Files.isDirectory(classes) ? classes.toString() : entry;
    }

    private String run(List<String> lines) throws Exception {
        final String path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !SERVICE.matcher(entry).matches())
                .map(QueuesOnlyTest::withoutManifest)
                .collect(Collectors.joining(File.pathSeparator));
        assertFalse(path.equals(System.getProperty("java.class.path")), "nothing is left out");
        return Program.java(Commands.class, lines.toArray())
                .options("-cp", path)
                .start()
                .awaitEnd();
    }
}
