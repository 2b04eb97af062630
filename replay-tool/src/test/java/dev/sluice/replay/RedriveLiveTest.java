package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.FailureKind;
import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.InputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.replay.act.Redrive;
import dev.sluice.replay.act.RedriveReport;
import dev.sluice.replay.exchange.Selection;
import dev.sluice.service.QueueFiles;
import dev.sluice.service.RunningGateway;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import dev.sluice.testsupport.SqlDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Redrives beside a running gateway, across roll files, on a full disk, and killed in the middle. */
class RedriveLiveTest {

    private static final QueueOptions OPTIONS = QueueOptions.DEFAULTS.withDiskReserve(1 << 20);

    @TempDir
    private Path directory;

    private final Commands tool = new Commands();

    /** Payments refer to customers that a bad load left out. */
    @Test
    void shouldMendFailedUpdatesBesideARunningGateway() throws Exception {
        final String url = "jdbc:hsqldb:mem:" + UUID.randomUUID();
        final SqlDatabase sql = new SqlDatabase(url, "SA");
        sql.execute("CREATE TABLE customer (id BIGINT PRIMARY KEY)");
        sql.execute("CREATE TABLE payment (id BIGINT PRIMARY KEY, customer BIGINT REFERENCES customer)");
        final String config = """
                queues: {path: '%s', diskReserve: 1MB}
                databases: {main: {url: '%s', user: SA}}
                statements:
                  pay: {database: main, sql: 'INSERT INTO payment VALUES (?, ?)', types: [long, long]}
                """.formatted(directory, url);
        try (RunningGateway gateway = RunningGateway.start(config);
                GatewayClient client = RunningGateway.client(directory)) {
            for (long id = 0; id < 100; id++) {
                client.requests().executeUpdate("pay", id, id % 2);
            }
            client.awaitAll(new Outcomes(), Duration.ofSeconds(60));
            sql.execute("INSERT INTO customer VALUES (1)");
            assertEquals(1, redrive("--wait"), tool::err);
            assertTrue(tool.out().contains("'pay' failed: 50"), tool.out());
            assertTrue(tool.out().contains("'pay' updated: 50"), tool.out());
            assertEquals(50, sql.number("SELECT COUNT(*) FROM payment"));
            sql.execute("INSERT INTO customer VALUES (0)");
            assertEquals(0, redrive("--wait"), "those are left out: they were redriven");
            assertEquals(50, sql.number("SELECT COUNT(*) FROM payment"));
            assertEquals(0, redrive("--wait", "--again"), tool::err);
            assertEquals(100, sql.number("SELECT COUNT(*) FROM payment"));
            assertEquals(0, redrive("--wait", "--again"), tool::err);
            assertTrue(tool.out().contains("nothing was written again"), tool.out());
            assertTrue(gateway.alive());
        }
    }

    @Test
    void shouldNameOriginalsInOlderFilesWhenTheInputHasRolled() {
        final QueueOptions options = AnsweredQueues.OPTIONS.withRollCycle("TEST_SECONDLY");
        for (int i = 0; i < 3; i++) {
            AnsweredQueues.make(directory, options, 40, RedriveLiveTest::refuse);
            QueueFiles.awaitNext();
        }
        final List<String> originals = AnsweredQueues.positions(directory);
        assertEquals(0, redrive("--from", originals.get(10)), tool::err);
        assertEquals(originals.subList(10, 120), redriven());
        assertEquals(0, redrive(), tool::err);
        final List<String> all = new ArrayList<>(originals.subList(10, 120));
        all.addAll(originals.subList(0, 10));
        assertEquals(all, redriven());
    }

    private static void refuse(AnsweredQueues.Results results, long index, long written, RequestFrame request) {
        results.fail(index, written, request, FailureKind.REJECTED);
    }

    @Test
    @Tag("long")
    void shouldWriteEachOnceWhenItIsKilledAndRunAgain() throws Exception {
        final int requests = 100_000;
        AnsweredQueues.make(directory, requests, RedriveLiveTest::refuse);
        final List<String> originals = AnsweredQueues.positions(directory);
        final long seed = new Random().nextLong();
        final Random random = new Random(seed);
        for (int kill = 0; kill < 3; kill++) {
            killAfter(redriven().size() + 1 + random.nextInt(requests / 4));
        }
        assertEquals(0, redrive(), tool::err);
        assertEquals(originals, redriven(), () -> "seed " + seed);
    }

    /** Ends a redrive once so many are written in all. */
    private void killAfter(int written) throws Exception {
        try (Child process = Program.java(Main.class, "redrive", "--queues", directory)
                        .start();
                QueuePair pair = QueuePair.open(directory, AnsweredQueues.OPTIONS)) {
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> !process.isAlive() || pair.requestCount() >= 100_000L + written);
        }
    }

    @Test
    void shouldWriteEachOnceWhenItEndedAnywhereInTheMiddle() {
        AnsweredQueues.make(directory, 200, RedriveLiveTest::refuse);
        final List<String> originals = AnsweredQueues.positions(directory);
        final long seed = new Random().nextLong();
        final Random random = new Random(seed);
        for (int end = 0; end < 8; end++) {
            try (QueuePair pair = QueuePair.open(directory, AnsweredQueues.OPTIONS);
                    InputWriter writer = pair.newWriter(Redrive.WRITER)) {
                final long last = pair.requestCount() + random.nextInt(250);
                assertThrowsOrEnds(pair, writer, last);
            }
        }
        assertEquals(0, redrive(), tool::err);
        assertEquals(originals, redriven(), () -> "seed " + seed);
    }

    private static void assertThrowsOrEnds(QueuePair pair, InputWriter writer, long last) {
        try {
            new Redrive(pair, pair.address(), all()).write(writer, new RedriveReport(false), Optional.empty(), done -> {
                if (done > last) {
                    throw new IllegalStateException("ended here");
                }
            });
        } catch (final IllegalStateException e) {
            assertEquals("ended here", e.getMessage());
        }
    }

    private static Redrive.Wanted all() {
        return new Redrive.Wanted(Selection.from(OptionalLong.empty()), false, false, Redrive.Keys.OF_UNCERTAIN, false);
    }

    @Test
    void shouldWriteNothingMoreWhenTheDiskHasReachedItsReserve() {
        AnsweredQueues.make(directory, 10, RedriveLiveTest::refuse);
        try (QueuePair pair = QueuePair.open(directory, OPTIONS.withDiskReserve(Long.MAX_VALUE / 2))) {
            assertThrows(DiskReserveException.class, () -> pair.newWriter(Redrive.WRITER));
        }
        assertEquals(List.of(), redriven());
        assertEquals(0, redrive(), tool::err);
        assertEquals(10, redriven().size());
    }

    /** The originals of all redrives, in the order in which these stand. */
    private List<String> redriven() {
        return AnsweredQueues.requests(directory).stream()
                .flatMap(request -> Optional.ofNullable(request.headers().get("redrive-of")).stream())
                .toList();
    }

    private int redrive(String... options) {
        return tool.on(directory, "redrive", options);
    }
}
