package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.retention.RollFileRetention;
import dev.sluice.internal.queue.state.GatewayLock;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the log says about old files; and a gateway that deletes them while it runs. */
class RetentionTaskTest {

    private static final Duration AGE = Duration.ofDays(7);

    @RegisterExtension
    private final ServedQueues served =
            ServedQueues.declaring("""
                    lookups:
                      one: {sql: 'VALUES (CAST(? AS BIGINT))', types: [long], reads: []}
                    """).named("keeper").queues("rollCycle: TEST_SECONDLY");

    private List<String> files(String queue) throws IOException {
        return QueueFiles.of(served.queues().resolve(queue)).stream()
                .map(file -> file.getFileName().toString())
                .toList();
    }

    /** Asks and is answered until {@code there}. */
    private void askUntil(Callable<Boolean> there) {
        Awaitility.await().pollInSameThread().until(() -> {
            served.client().requests().lookup("one", 7L);
            served.results();
            return there.call();
        });
    }

    /** Asks and is answered until there are so many files more. */
    private void askThrough(int more) throws IOException {
        served.start();
        served.client();
        final int before = files("in").size();
        askUntil(() -> files("in").size() >= before + more && files("out").size() >= before + more);
        served.closeClient();
        served.stop();
    }

    /** Runs a task so many times when everything is old, and gives what it logged. */
    private List<String> logged(int runs, LongSupplier durable) {
        final InstantSource later = InstantSource.fixed(Instant.now().plus(AGE).plusSeconds(60));
        try (QueuePair queues = QueuePair.open(served.queues(), QueueOptions.DEFAULTS.withDiskReserve(0));
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
                served.queues(), QueueOptions.DEFAULTS.withDiskReserve(0).withRollCycle("TEST_SECONDLY"))) {
            queues.results("slow").close();
        }
        askThrough(2);
        final List<String> said = logged(3, null);
        assertEquals(1, said.size(), said.toString());
        assertTrue(said.get(0).contains("were not changed for 7 days and are still needed: in/"), said.get(0));
        assertTrue(said.get(0).contains("is waited for by the reader 'slow'"), said.get(0));
        assertTrue(said.get(0).contains("delete out/reader-slow.state"), said.get(0));

        Files.delete(served.queues().resolve("out/reader-slow.state"));
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
        served.queues("rollCycle: TEST_SECONDLY, retention: 1s").start();
        served.client().requests().lookup("one", 7L);
        served.results();
        final String first = files("in").get(0);
        askUntil(() -> !files("in").contains(first) && !files("out").contains(first));
        served.stop();
        final RunningGateway again = served.start();
        served.client().requests().lookup("one", 7L);
        assertEquals(List.of("one: rows [{C1=7}]"), served.results());
        Awaitility.await().until(() -> again.counts().written() > 0); // counted after it can be read
        assertEquals(1, again.counts().written(), "nothing is answered twice");
    }
}
