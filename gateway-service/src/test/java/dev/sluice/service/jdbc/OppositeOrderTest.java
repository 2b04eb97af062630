package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Failure;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.client.GatewayClient;
import dev.sluice.service.GatewayProgram;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.transport.Lanes;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways of one database, or two lanes of one, whose transactions lock the same rows in opposite orders. */
class OppositeOrderTest extends JdbcTest {

    private static final int ROWS = 20;
    private static final int ROUNDS = 20;
    /** Both lanes are warm, and must be at it at the same time. */
    private static final int LONG_ROUNDS = 200;

    private static final int MOST_TRIES = 50;

    private final ExecutorService services = Executors.newFixedThreadPool(2);
    private final ExecutorService up = Executors.newSingleThreadExecutor();
    private final ExecutorService down = Executors.newSingleThreadExecutor();

    @TempDir
    private Path directory;

    @AfterEach
    void end() {
        services.shutdownNow();
        up.shutdownNow();
        down.shutdownNow();
    }

    /** The results and conflicts of one gateway. */
    private record Done(List<String> results, long conflicts) {}

    @Test
    @Timeout(300)
    void shouldFailNoUpdateWhenTwoGatewaysMeetInDeadlocks() throws Exception {
        final Database database = accounts();
        int tries = 0;
        long conflicts = 0;
        while (conflicts == 0) {
            assertTrue(tries++ < MOST_TRIES, "they never met");
            final CompletableFuture<Done> up = work(database, "up", false);
            final CompletableFuture<Done> down = work(database, "down", true);
            for (final Done done : List.of(up.get(), down.get())) {
                assertEquals(Collections.nCopies(ROWS * ROUNDS, "updated 1"), done.results);
                conflicts += done.conflicts;
            }
        }
        assertEquals(
                List.of(Long.toString(2L * tries * ROUNDS)),
                database.rows("SELECT DISTINCT n FROM account"),
                "effects");
    }

    private Database accounts() throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute(
                "CREATE TABLE account (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)",
                "INSERT INTO account SELECT i, 0 FROM generate_series(0, " + (ROWS - 1) + ") i");
        return database;
    }

    private static String declarations(Database database) {
        return "databases:\n" + database.section("main")
                + "statements:\n  count: {sql: 'UPDATE account SET n = n + 1 WHERE id = ?', types: [long]}\n";
    }

    @Test
    @Timeout(300)
    void shouldFailNoUpdateWhenTwoLanesMeetInDeadlocks() throws Exception {
        final Database database = accounts();
        final String yaml = "name: opposite\nqueues: {path: '" + directory.resolve("queues")
                + "', lanes: 2, diskReserve: 1MB}\n" + declarations(database);
        int tries = 0;
        try (GatewayProgram program = GatewayProgram.open(GatewayConfig.parse(yaml, directory, name -> null))) {
            final CompletableFuture<Void> service = CompletableFuture.runAsync(program::run, services);
            try (GatewayClient rising = client("up");
                    GatewayClient falling = client("down")) {
                while (conflicts(program) == 0) {
                    assertTrue(tries++ < MOST_TRIES, "they never met");
                    final CompletableFuture<List<String>> risen = work(rising, up, false);
                    final CompletableFuture<List<String>> fallen = work(falling, down, true);
                    for (final List<String> results : List.of(risen.get(), fallen.get())) {
                        assertEquals(Collections.nCopies(ROWS * LONG_ROUNDS, "updated 1"), results);
                    }
                }
            } finally {
                program.stop();
                service.join();
            }
        }
        assertEquals(
                List.of(Long.toString(2L * tries * LONG_ROUNDS)),
                database.rows("SELECT DISTINCT n FROM account"),
                "effects");
    }

    private static long conflicts(GatewayProgram program) {
        return program.counts().stream()
                .mapToLong(lane -> lane.calls(Count.CONFLICTED))
                .sum();
    }

    private GatewayClient client(String name) {
        assertEquals(name.equals("up") ? 0 : 1, Lanes.of(name, 2), "the lane of " + name);
        return GatewayClient.builder(directory.resolve("queues"))
                .options(QueueOptions.DEFAULTS.withDiskReserve(0))
                .name(name)
                .openExisting();
    }

    /** Updates each row so many times on the lane of that client, in one order; always on the same thread. */
    private static CompletableFuture<List<String>> work(
            GatewayClient client, ExecutorService thread, boolean downwards) {
        return CompletableFuture.supplyAsync(
                () -> {
                    for (int round = 0; round < LONG_ROUNDS; round++) {
                        for (long row = 0; row < ROWS; row++) {
                            client.requests().executeUpdate("count", downwards ? ROWS - 1 - row : row);
                        }
                    }
                    final List<String> results = new ArrayList<>();
                    client.awaitAll(new Updates(results));
                    return results;
                },
                thread);
    }

    private record Updates(List<String> results) implements Results {

        @Override
        public void rows(RequestRef request, Rows rows) {
            results.add("rows");
        }

        @Override
        public void notFound(RequestRef request) {
            results.add("not found");
        }

        @Override
        public void updated(RequestRef request, long count) {
            results.add("updated " + count);
        }

        @Override
        public void failed(RequestRef request, Failure failure) {
            results.add(failure.message());
        }
    }

    /** Updates each row so many times, in one order. */
    private CompletableFuture<Done> work(Database database, String name, boolean downwards) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (JdbcGateway gateway = new JdbcGateway("name: " + name + "\n" + declarations(database))) {
                        for (int round = 0; round < ROUNDS; round++) {
                            for (long row = 0; row < ROWS; row++) {
                                gateway.update("count", downwards ? ROWS - 1 - row : row);
                            }
                        }
                        return new Done(gateway.texts(), gateway.calls(Count.CONFLICTED));
                    }
                },
                services);
    }
}
