package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.files.RollLog;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.transport.Lease;
import dev.sluice.transport.RequestWriter;
import dev.sluice.transport.ResultWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a database has lost, as the log lists it from the results of real queues. */
class LostUpdatesTest {

    private static final String ONE = "databases: {main: {url: 'jdbc:h2:mem:lost', adHoc: true}}\n";
    private static final String TWO = """
            databases:
              main: {url: 'jdbc:h2:mem:lost', adHoc: true}
              other: {url: 'jdbc:h2:mem:others'}
            """;

    @TempDir
    private Path directory;

    private final List<Long> requests = new ArrayList<>();

    @BeforeEach
    void ask() {
        ask("add", "gone", "UPDATE t SET n = 1");
        ask("add", "add");
        ask("add");
    }

    /** Requests in a file of their own, each with its result. */
    private void ask(String... names) {
        QueueFiles.awaitNext();
        try (QueuePair queues = open();
                RequestWriter writer = queues.newWriter();
                Lease lease = queues.lease();
                ResultWriter results = queues.resultWriter(lease, queues.lastAnswered())) {
            for (final String name : names) {
                writer.write(RequestKind.UPDATE, Map.of(), name);
                final long index = queues.lastRequest().orElseThrow();
                requests.add(index);
                final MessageWriter message = new MessageWriter();
                ResultFrame.begin(message, ResultKind.UPDATED, name);
                ResultFrame.updated(message, 1);
                ResultFrame.end(
                        message, 7, results.nextSequence(), new RequestRef(index, 1, requests.size(), name), 1, 0, 0);
                results.write(index, 1, 2, message);
            }
        }
    }

    private QueuePair open() {
        return QueuePair.open(
                directory, QueueOptions.DEFAULTS.withRollCycle("TEST_SECONDLY").withDiskReserve(0));
    }

    private static void damage(Path file) throws IOException {
        Files.write(file, new byte[(int) Files.size(file)]);
    }

    private String position(QueuePair queues, int request) {
        return queues.inputPosition(requests.get(request)).toString();
    }

    private String lost(QueuePair queues, String databases, int after) {
        final GatewayConfig config = GatewayConfig.parse(
                "name: gw\nqueues: {path: '" + directory + "'}\n" + databases
                        + "statements: {add: {database: main, sql: 'UPDATE t SET n = n + 1'}}\n",
                Path.of(""),
                name -> null);
        try (Lease lease = queues.lease();
                LaneCommits commits = new LaneCommits(config, queues, lease)) {
            return String.join(
                    "\n",
                    CapturedLog.of(() -> commits.lost(
                            "main", after < 0 ? Lease.Numbers.NONE : requests.get(after), requests.get(5))));
        }
    }

    @Test
    void shouldCountNamesThatAreNotDeclaredApart() {
        try (QueuePair queues = open()) {
            final String alone = lost(queues, ONE, -1);
            assertTrue(
                    alone.contains(
                            "has lost 6 updates that have a result, 1 of names that are not declared: gone, after"),
                    alone);
            assertFalse(alone.contains("deleted") || alone.contains("does not run"), alone);
            final String several = lost(queues, TWO, -1);
            assertTrue(
                    several.contains(
                            "has lost 5 updates that have a result, and perhaps 1 of names that are not declared: gone, after"),
                    several);
            assertTrue(several.contains("; 1 are SQL of jobs, which it does not run): "), several);
            assertTrue(several.contains(" --lookup add"), several);
        }
    }

    @Test
    void shouldSayWhatIsDeletedAndCannotBeListed() throws IOException {
        final Path oldest = QueueFiles.of(directory.resolve("out")).get(0);
        RollLog.noteDeleted(
                directory.resolve("out"),
                RollLog.read(directory.resolve("out")).cycles().first());
        Files.delete(oldest);
        try (QueuePair queues = open()) {
            final String said = lost(queues, ONE, 0);
            assertTrue(said.contains("results of requests before " + position(queues, 3) + " are deleted, or "), said);
            assertTrue(said.contains("has lost 3 updates that have a result, after"), said);
            final String later = lost(queues, ONE, 3);
            assertFalse(later.contains("are deleted"), later);
            assertTrue(later.contains("has lost 2 updates that have a result, after"), later);
        }
    }

    @Test
    void shouldGoOnWithoutWhatCannotBeRead() throws IOException {
        damage(QueueFiles.of(directory.resolve("out")).get(1));
        try (QueuePair queues = open()) {
            final String said = lost(queues, ONE, 0);
            assertTrue(said.contains("database 'main' has lost after " + position(queues, 2) + " and up to "), said);
            assertTrue(said.contains("cannot be listed: "), said);
            assertTrue(said.contains("sluice replay redrive --lost"), said);
            assertTrue(said.contains(" --to " + position(queues, 5)), said);
        }
        damage(QueueFiles.of(directory.resolve("out")).get(0));
        damage(QueueFiles.of(directory.resolve("in")).get(0));
        try (QueuePair queues = open()) {
            final String said = lost(queues, ONE, 0);
            assertTrue(said.contains("cannot be listed"), said);
            assertTrue(said.contains(" --to " + position(queues, 5)), said);
        }
    }
}
