package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.QueueException;
import dev.sluice.api.RequestKind;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.OutputReader;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.RolledPair;
import dev.sluice.replay.prove.Findings;
import dev.sluice.replay.prove.Verifier;
import dev.sluice.service.RunningGateway;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prunes queues of some files with three requests each, and sees what is left and why. */
class PruneTest {

    private static final int EACH = 3;

    @TempDir
    private Path directory;

    private final Commands tool = new Commands();
    private RolledPair rolled;

    @BeforeEach
    void open() {
        rolled = new RolledPair(queues());
    }

    @AfterEach
    void close() {
        rolled.close();
    }

    private Path queues() {
        return directory.resolve("queues");
    }

    /** So many files on each side, all answered. */
    private void answeredFiles(int count) {
        for (int i = 0; i < count; i++) {
            rolled.roll();
            AnsweredQueues.fill(rolled.queues(), EACH, AnsweredQueues.Results::truth);
        }
    }

    @Test
    void shouldDeleteAllButTheLastFilesWhenAllIsAnsweredAndRead() throws Exception {
        answeredFiles(4);
        final long bytes = Files.size(rolled.files("in").get(0));
        assertEquals(0, prune("--keep", "0s", "--dry-run"));
        assertEquals(6, lines().filter(line -> line.contains("  would go  ")).count());
        assertTrue(lines().anyMatch(line ->
                line.matches(" *in/\\S+ .* stays +holds the last answered request, after which a restart goes on")));
        assertTrue(tool.said().contains("would free 7 MB: 6 of 8 files; nothing was deleted: --dry-run"));
        assertEquals(4, files("in"));

        assertEquals(0, prune("--keep", "0s"));

        assertTrue(lines().anyMatch(line -> line.startsWith("freed ") && line.endsWith(": deleted 6 of 8 files")));
        assertEquals(List.of(1, 1), List.of(files("in"), files("out")));
        assertTrue(bytes > 0);
        assertWhole(EACH, 0);
        answeredFiles(1);
        assertWhole(2 * EACH, 0);
        assertEquals(5 * EACH, rolled.queues().lastAnswered().orElseThrow().resultSequence());
    }

    @Test
    void shouldKeepWhatIsYoungerAndSayNothingIsWrongWithThat() throws IOException {
        answeredFiles(4);
        assertEquals(0, prune());
        assertTrue(tool.said().contains("freed 0 bytes: deleted 0 of 8 files"), tool.said());
        assertEquals(8, lines().filter(line -> line.contains(", too recently")).count(), tool.said());
        for (final String queue : List.of("in", "out")) {
            for (final Path file : rolled.files(queue).subList(0, 2)) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(8))));
            }
        }
        assertEquals(0, prune());
        assertEquals(3, files("in"), "the second holds the last of those that were answered long ago");
        assertEquals(3, files("out"));
        assertEquals(2, prune("--keep", "7"));
        assertTrue(tool.said().contains("'7' is no duration"), tool.said());
    }

    @Test
    void shouldSayWhichReaderAndWhichRunIsBehind() throws IOException {
        answeredFiles(1);
        rolled.queues().results("audit").close();
        answeredFiles(3);
        assertEquals(1, prune("--keep", "0s"));
        assertTrue(tool.said().contains("the reader 'audit' has not read"), tool.said());
        assertTrue(tool.said().contains("delete out/reader-audit.state"), tool.said());
        assertEquals(4, files("in"));
        try (OutputReader reader = rolled.queues().results("audit")) {
            reader.poll(new Outcomes(), Integer.MAX_VALUE);
        }
        try (GatewayClient client =
                        GatewayClient.builder(queues()).diskReserve(0).open();
                Job job = client.job("letters", "today")) {
            job.mark("");
        }
        answeredFiles(2);
        try (OutputReader reader = rolled.queues().results("audit")) {
            assertEquals(2 * EACH, reader.poll(new Outcomes(), Integer.MAX_VALUE), "nothing it needs was deleted");
        }
        assertEquals(1, prune("--keep", "0s", "--format", "json"));
        final JsonNode json = tool.json();
        assertEquals(3, files("in"));
        assertEquals(
                6, json.findValuesAsText("goes").stream().filter("true"::equals).count());
        assertTrue(json.get("freed").longValue() > 0);
        assertTrue(json.toString().contains("sluice jobs --give-up letters@today"), json.toString());
        assertEquals(0, tool.call("jobs", "--queues", queues().toString(), "--give-up", "letters@today"));
        assertEquals(0, prune("--keep", "0s"));
        assertEquals(1, files("in"));
    }

    @Test
    void shouldKeepRequestsThatWaitAndThoseBehind() throws Exception {
        answeredFiles(3);
        rolled.roll();
        try (InputWriter writer = rolled.queues().newWriter()) {
            writer.append(RequestKind.LOOKUP, Map.of(), "it", 1L);
        }
        assertEquals(1, prune("--keep", "0s"));
        assertTrue(tool.said().contains("stays    holds requests without a result"), tool.said());
        assertEquals(2, files("in"));
        assertWhole(EACH + 1, 1);
    }

    @Test
    void shouldRefuseBesideARunningGatewayAndShowWhatWouldGo() throws IOException {
        answeredFiles(3);
        final GatewayConfig config = GatewayConfig.parse(
                "name: pruned\nqueues: {path: '" + queues() + "', diskReserve: 1MB}\n"
                        + "databases:\n  main: {url: 'jdbc:hsqldb:mem:" + UUID.randomUUID() + "', user: SA}\n"
                        + "lookups:\n  it: {database: main, sql: 'VALUES (CAST(? AS BIGINT))', types: [long], reads: []}\n",
                Path.of(""),
                name -> null);
        try (RunningGateway gateway = RunningGateway.start(config)) {
            assertEquals(3, prune("--keep", "0s"));
            assertTrue(tool.said().contains("is in use by this process"), tool.said());
            assertTrue(tool.said().contains("if queues.retention is set"), tool.said());
            assertEquals(3, files("in"));
            AnsweredQueues.ask(queues(), 5);
            gateway.awaitNothingWaits(rolled.queues());
            assertEquals(0, prune("--keep", "0s", "--dry-run"));
            assertEquals(
                    4, lines().filter(line -> line.contains("  would go  ")).count());
        }
        assertEquals(0, prune("--keep", "0s"));
        assertEquals(1, files("in"));
        AnsweredQueues.ask(queues(), 1);
        RunningGateway.answerAll(config);
        assertEquals(3 * EACH + 6, rolled.queues().lastAnswered().orElseThrow().resultSequence());
    }

    @Test
    void shouldGiveAReaderWithoutANameItsFileToTheEndAndThenAnErrorWhenOthersAreGone() {
        answeredFiles(4);
        try (OutputReader reader = rolled.queues().resultsFromStart()) {
            final Outcomes outcomes = new Outcomes();
            assertEquals(1, reader.poll(outcomes, 1));
            assertEquals(0, prune("--keep", "0s"));
            assertEquals(EACH - 1, reader.poll(outcomes, EACH - 1));
            final QueueException e = assertThrows(QueueException.class, () -> reader.poll(outcomes, Integer.MAX_VALUE));
            assertTrue(e.getMessage().contains("was old and is deleted"), e.getMessage());
            assertEquals(EACH, outcomes.texts.size());
        }
    }

    /** Prunes, and stops for ever after the nth file. */
    public static final class Stopped {
        private Stopped() {}

        public static void main(String[] args) {
            System.setProperty("sluice.faultPoint", "file-deleted:" + args[1]);
            System.setProperty("sluice.faultFile", args[2]);
            Main.main(new String[] {"prune", "--queues", args[0], "--keep", "0s"});
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void shouldLeaveWholeQueuesAndDoTheRestNextTimeWhenKilledInTheMiddle(int deleted) throws Exception {
        rolled.queues().results("audit").close();
        answeredFiles(1);
        try (OutputReader reader = rolled.queues().results("audit")) {
            answeredFiles(3);
            assertEquals(4 * EACH, reader.poll(new Outcomes(), Integer.MAX_VALUE));
        }
        AnsweredQueues.ask(queues(), 1);
        final Path there = directory.resolve("there");
        try (Child child = Program.java(Stopped.class, queues(), deleted, there).start()) {
            child.await("its stop", () -> Files.exists(there));
        }
        rolled.close();
        rolled = new RolledPair(queues());
        assertEquals(8 - deleted, files("in") + files("out"));
        try (QueuePair pair = QueuePair.open(queues(), AnsweredQueues.OPTIONS)) {
            assertEquals(1, pair.backlog().waiting());
        }
        IntStream.rangeClosed(0, 4).forEach(before -> rolled.roll()); // to a file after those that there were
        AnsweredQueues.fill(rolled.queues(), EACH, AnsweredQueues.Results::truth);
        try (OutputReader reader = rolled.queues().results("audit")) {
            assertEquals(EACH + 1, reader.poll(new Outcomes(), Integer.MAX_VALUE));
        }
        assertEquals(
                4 * EACH + 1 + EACH,
                rolled.queues().lastAnswered().orElseThrow().resultSequence());
        assertEquals(0, prune("--keep", "0s"));
        assertWhole(EACH, 0);
    }

    /** Verify finds nothing wrong with what is left. */
    private void assertWhole(long requests, long waiting) {
        final List<String> violations = new ArrayList<>();
        try (QueuePair pair = QueuePair.open(queues(), AnsweredQueues.OPTIONS);
                Verifier verifier = new Verifier(pair, new Findings(violations::add, 10))) {
            final Verifier.Totals totals = verifier.run(done -> {});
            assertEquals(List.of(), violations);
            assertEquals(requests, totals.requests());
            assertEquals(waiting, totals.waiting());
        }
    }

    private int files(String queue) throws IOException {
        return rolled.files(queue).size();
    }

    private Stream<String> lines() {
        return tool.said().lines();
    }

    private int prune(String... options) {
        return tool.on(queues(), "prune", options);
    }
}
