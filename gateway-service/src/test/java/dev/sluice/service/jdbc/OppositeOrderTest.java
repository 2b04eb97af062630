package dev.sluice.service.jdbc;

import static org.awaitility.Awaitility.await;
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
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways of one database, or two lanes of one, whose transactions lock the same rows in opposite orders. */
class OppositeOrderTest extends JdbcTest {

    private static final List<String> UP = List.of("first", "middle", "last");
    private static final List<String> DOWN = List.of("last", "middle", "first");
    private static final List<String> UPDATED = Collections.nCopies(UP.size(), "updated 1");

    /** A transaction that does not hold all three updates meets nobody: the first ones may be read one by one. */
    private static final int MOST_TRIES = 10;

    private static final String WAITING =
            "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

    private final ExecutorService up = Executors.newSingleThreadExecutor();
    private final ExecutorService down = Executors.newSingleThreadExecutor();

    @TempDir
    private Path directory;

    @AfterEach
    void end() {
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
            for (final Done done : meet(database, () -> work(database, "up", UP), () -> work(database, "down", DOWN))) {
                assertEquals(UPDATED, done.results);
                conflicts += done.conflicts;
            }
        }
        assertEffects(database, tries);
    }

    private static Done work(Database database, String name, List<String> order) {
        try (JdbcGateway gateway = new JdbcGateway("name: " + name + "\n" + declarations(database))) {
            order.forEach(statement -> gateway.update(statement, 1L));
            return new Done(gateway.texts(), gateway.calls(Count.CONFLICTED));
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Timeout(300)
    void shouldFailNoUpdateWhenTwoLanesMeetInDeadlocks() throws Exception {
        final Database database = accounts();
        final String yaml = "name: opposite\nqueues: {path: '" + directory.resolve("queues")
                + "', lanes: 2, diskReserve: 1MB}\nchunk: {linger: 100ms}\n" + declarations(database);
        int tries = 0;
        try (GatewayProgram program = GatewayProgram.open(GatewayConfig.parse(yaml, directory, name -> null));
                GatewayClient rising = client("up");
                GatewayClient falling = client("down")) {
            final Thread service = new Thread(program::run, "service");
            service.start();
            try {
                while (conflicts(program) == 0) {
                    assertTrue(tries++ < MOST_TRIES, "they never met");
                    for (final List<String> results :
                            meet(database, () -> work(rising, UP), () -> work(falling, DOWN))) {
                        assertEquals(UPDATED, results);
                    }
                }
            } finally {
                program.stop();
                service.join();
            }
        }
        assertEffects(database, tries);
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

    private static List<String> work(GatewayClient client, List<String> order) {
        order.forEach(statement -> client.requests().executeUpdate(statement, 1L));
        final List<String> results = new ArrayList<>();
        client.awaitAll(new Updates(results));
        return results;
    }

    /**
     * Lets both go on at once when each has its first row and waits for the middle one: whoever gets it waits for the other's
     * first one.
     */
    private <T> List<T> meet(Database database, Supplier<T> rising, Supplier<T> falling) throws Exception {
        try (Connection holder = database.connect();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("SELECT n FROM middle FOR UPDATE");
            final CompletableFuture<T> risen = CompletableFuture.supplyAsync(rising, up);
            final CompletableFuture<T> fallen = CompletableFuture.supplyAsync(falling, down);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> database.rows(WAITING).equals(List.of("2")));
            holder.rollback();
            return List.of(risen.get(), fallen.get());
        }
    }

    private Database accounts() throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        for (final String table : UP) {
            database.execute(
                    "CREATE TABLE " + table + " (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)",
                    "INSERT INTO " + table + " VALUES (1, 0)");
        }
        return database;
    }

    private static String declarations(Database database) {
        final StringBuilder yaml = new StringBuilder("databases:\n" + database.section("main") + "statements:\n");
        for (final String table : UP) {
            yaml.append("  " + table + ": {sql: 'UPDATE " + table + " SET n = n + 1 WHERE id = ?', types: [long]}\n");
        }
        return yaml.toString();
    }

    private static void assertEffects(Database database, int tries) throws SQLException {
        for (final String table : UP) {
            assertEquals(List.of(Integer.toString(2 * tries)), database.rows("SELECT n FROM " + table), table);
        }
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
}
