package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.core.BackendCounts.Count;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two gateways of one database, whose transactions lock the same rows in opposite orders. */
class OppositeOrderTest extends JdbcTest {

    private static final int ROWS = 20;
    private static final int ROUNDS = 20;
    private static final int MOST_TRIES = 50;

    private final ExecutorService services = Executors.newFixedThreadPool(2);

    @AfterEach
    void end() {
        services.shutdownNow();
    }

    /** The results and conflicts of one gateway. */
    private record Done(List<String> results, long conflicts) {}

    @Test
    @Timeout(300)
    void shouldFailNoUpdateWhenTwoGatewaysMeetInDeadlocks() throws Exception {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute(
                "CREATE TABLE account (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)",
                "INSERT INTO account SELECT i, 0 FROM generate_series(0, " + (ROWS - 1) + ") i");
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

    /** Updates each row so many times, in one order. */
    private CompletableFuture<Done> work(Database database, String name, boolean downwards) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (JdbcGateway gateway = new JdbcGateway(
                            "name: " + name + "\ndatabases:\n"
                                    + database.section("main")
                                    + "statements:\n  count: {sql: 'UPDATE account SET n = n + 1 WHERE id = ?', types: [long]}\n")) {
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
