package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.retention.RollFileRetention;
import dev.sluice.internal.queue.state.GatewayLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the log says about old files; and a gateway that deletes them while it runs. */
class RetentionTaskTest {

    private static final Duration AGE = Duration.ofDays(7);

    @TempDir
    private Path directory;

    private RunningGateway gateway(String retention) {
        return RunningGateway.start("""
                name: keeper
                queues:
                  path: %s
                  diskReserve: 1MB
                  rollCycle: TEST_SECONDLY
                  retention: %s
                databases:
                  main:
                    url: jdbc:hsqldb:mem:retention
                    user: SA
                lookups:
                  one:
                    sql: VALUES (CAST(? AS BIGINT))
                    types: [long]
                    reads: []
                """.formatted(directory.resolve("queues"), retention));
    }

    private List<String> files(String queue) throws IOException {
        try (var files = Files.list(directory.resolve("queues").resolve(queue))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".cq4"))
                    .sorted()
                    .toList();
        }
    }

    /** Asks and is answered until there are files with so many names more. */
    private void ask(GatewayClient client, int more) throws IOException {
        final int before = files("in").size();
        final Collected results = new Collected();
        Awaitility.await().pollInSameThread().until(() -> {
            client.requests().lookup("one", 7L);
            client.awaitAll(results);
            return files("in").size() >= before + more && files("out").size() >= before + more;
        });
    }

    private void askThrough(int files) throws IOException {
        try (RunningGateway gateway = gateway("forever");
                GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            ask(client, files);
            assertTrue(gateway.alive());
        }
    }

    /** Runs a task so many times when everything is old, and gives what it logged. */
    private List<String> logged(int runs, LongSupplier durable) {
        final InstantSource later = InstantSource.fixed(Instant.now().plus(AGE).plusSeconds(60));
        try (QueuePair queues = QueuePair.open(directory.resolve("queues"), QueueOptions.DEFAULTS.withDiskReserve(0));
                GatewayLock lock = queues.lease()) {
            final RollFileRetention retention = new RollFileRetention(queues, lock);
            try (CapturedLog log = new CapturedLog();
                    RetentionTask task = new RetentionTask(
                            "keeper",
                            Optional.of(AGE),
                            retention,
                            durable == null ? retention::sync : durable,
                            later)) {
                for (int i = 0; i < runs; i++) {
                    task.run();
                }
                return log.lines().stream()
                        .filter(line -> line.contains("keeper"))
                        .toList();
            }
        }
    }

    @Test
    void shouldSayWhatItDeleted() throws IOException {
        askThrough(3);
        final List<String> names = files("in");
        final List<String> said = logged(2, null);
        assertEquals(1, said.size(), said.toString());
        assertTrue(said.get(0).contains("keeper: deleted "), said.get(0));
        assertTrue(said.get(0).contains("from in/" + names.get(0) + " to out/"), said.get(0));
        assertTrue(said.get(0).contains("not changed for 7 days"), said.get(0));
        assertEquals(names.subList(names.size() - 1, names.size()), files("in"));
    }

    @Test
    void shouldSayOnceWhichReaderKeepsOldFilesAndDeleteThemWhenItIsGone() throws IOException {
        try (QueuePair queues = QueuePair.open(
                directory.resolve("queues"),
                QueueOptions.DEFAULTS.withDiskReserve(0).withRollCycle("TEST_SECONDLY"))) {
            queues.results("slow").close();
        }
        askThrough(2);
        final List<String> said = logged(3, null);
        assertEquals(1, said.size(), said.toString());
        assertTrue(said.get(0).contains("were not changed for 7 days and are still needed: in/"), said.get(0));
        assertTrue(said.get(0).contains("is waited for by the reader 'slow'"), said.get(0));
        assertTrue(said.get(0).contains("delete out/reader-slow.state"), said.get(0));

        Files.delete(directory.resolve("queues/out/reader-slow.state"));
        final List<String> then = logged(1, null);
        assertTrue(then.get(0).contains("deleted"), then.toString());
    }

    @Test
    void shouldTryAgainAndSayOnceThatItFailed() throws IOException {
        askThrough(2);
        final List<String> said = logged(2, () -> {
            throw new IllegalStateException("the disk is broken");
        });
        assertEquals(1, said.size(), said.toString());
        assertTrue(said.get(0).contains("files of the queues were not deleted; this is tried again: the disk is"));
        assertTrue(files("in").size() >= 2);
        assertTrue(logged(1, null).get(0).contains("deleted"));
    }

    @Test
    void shouldAskWhatIsOnDiskOnlyWhenThereIsSomethingToDelete() throws IOException {
        askThrough(2);
        final int[] asked = {0};
        logged(3, () -> {
            asked[0]++;
            return Long.MAX_VALUE;
        });
        assertEquals(1, asked[0]);
    }

    @Test
    void shouldDeleteWhileTheGatewayRunsAndGoOnBehind() throws IOException {
        try (RunningGateway gateway = gateway("1s");
                GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            final Collected results = new Collected();
            client.requests().lookup("one", 7L);
            client.awaitAll(results);
            final String first = files("in").get(0);
            Awaitility.await().pollInSameThread().until(() -> {
                client.requests().lookup("one", 7L);
                client.awaitAll(results);
                return !files("in").contains(first) && !files("out").contains(first);
            });
            assertEquals(client.written(), results.lines.size());
            assertTrue(gateway.alive());
        }
        try (RunningGateway gateway = gateway("1s");
                GatewayClient client = RunningGateway.client(directory.resolve("queues"))) {
            final Collected results = new Collected();
            client.requests().lookup("one", 7L);
            client.awaitAll(results);
            assertEquals(List.of("one: rows [{C1=7}]"), results.lines);
            Awaitility.await().until(() -> gateway.counts().written() > 0); // counted after it can be read
            assertEquals(1, gateway.counts().written(), "nothing is answered twice");
        }
    }
}
