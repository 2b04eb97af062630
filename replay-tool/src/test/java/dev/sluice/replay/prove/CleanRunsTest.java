package dev.sluice.replay.prove;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.internal.queue.QueuePair;
import dev.sluice.replay.Called;
import dev.sluice.replay.ServedDatabase;
import dev.sluice.service.RunningGateway;
import dev.sluice.testsupport.SeriesLength;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Random;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever a gateway did rightly, verify finds nothing wrong with it: random jobs, gateways stopped anywhere and started again
 * with other chunks. {@code -Druns=N} for more of them, {@code -Dseed=S} for others; one that failed is repeated by
 * {@code -Druns=1} and its seed.
 */
@Tag("series")
class CleanRunsTest {

    /** {@link Random} draws nearly the same first numbers from seeds that are neighbours. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private static final int KEYS = 40;

    @TempDir
    private Path directory;

    @Test
    void shouldFindNothingWhenAGatewayDidItsWork() throws SQLException, IOException {
        final int runs = SeriesLength.of("runs", 6, 20);
        final long first = Long.getLong("seed", 1);
        final int requests = IntStream.range(0, runs)
                .map(run -> {
                    try {
                        return run(first + run);
                    } catch (final SQLException | IOException e) {
                        throw new AssertionError("seed " + (first + run), e);
                    }
                })
                .sum();
        System.out.println(runs + " runs from seed " + first + ", " + requests + " requests: nothing found");
        assertTrue(requests > 20 * runs, "hardly anything was asked");
    }

    private int run(long seed) throws SQLException, IOException {
        final Random random = new Random(seed * SPREAD);
        final ServedDatabase served = ServedDatabase.make(
                ServedDatabase.Kind.HSQLDB, Files.createDirectory(directory.resolve("run-" + seed)), KEYS / 2);
        int requests = 0;
        for (int i = 0; i < 2 + random.nextInt(3); i++) {
            requests += ask(served, random);
            served.configure(
                    ", updatesPerTransaction: " + (1 + random.nextInt(20)),
                    "}\nchunk: {limit: " + (1 + random.nextInt(30)) + ", callsInFlight: " + (1 + random.nextInt(3)));
            stopSoon(served, random);
            requests += ask(served, random);
        }
        served.run();
        for (final String[] options :
                new String[][] {{}, {"--config", served.config().toString()}}) {
            final Called said = served.replay("verify", options);
            assertEquals(0, said.code(), () -> "seed " + seed + ": " + said);
            assertTrue(said.out().contains("violations  0"), () -> "seed " + seed + ": " + said);
        }
        return requests;
    }

    /** Some find rows and some do not; some change rows, some are refused. */
    private static int ask(ServedDatabase served, Random random) {
        int requests = 0;
        for (int i = 0; i < 1 + random.nextInt(5); i++) {
            final int from = random.nextInt(KEYS);
            final int count = 1 + random.nextInt(15);
            served.ask(
                    switch (random.nextInt(3)) {
                        case 0 -> "look";
                        case 1 -> "pay";
                        default -> "add";
                    },
                    from,
                    from + count - 1);
            requests += count;
        }
        return requests;
    }

    /** A gateway that is told to stop when it has written some results, or none. */
    private static void stopSoon(ServedDatabase served, Random random) {
        final int results = random.nextInt(40);
        try (QueuePair pair = QueuePair.open(served.queues(), ServedDatabase.OPTIONS);
                RunningGateway gateway = served.start()) {
            Awaitility.await()
                    .until(() -> !gateway.alive()
                            || gateway.counts().written() >= results
                            || pair.backlog().waiting() == 0);
        }
    }
}
