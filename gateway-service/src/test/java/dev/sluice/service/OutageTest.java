package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An outage is not an error: a real PostgreSQL is stopped and started while a gateway drains. */
class OutageTest {

    private static final int REQUESTS = 8_000;

    @RegisterExtension
    private final ServedQueues served =
            ServedQueues.declaring("""
                    lookups:
                      counter: {sql: 'SELECT n FROM counter WHERE id = ?', types: [long], reads: [counter]}
                    statements:
                      count: {sql: 'UPDATE counter SET n = n + 1 WHERE id = ?', types: [long], reads: [], writes: [counter]}
                    """).database("connectionTimeout: 1s, backoff: 10ms, maxBackoff: 200ms");

    @Test
    void shouldHoldItsPlaceAndFailNothingWhenTheDatabaseStopsAndComesBack() throws Exception {
        try (PostgresServer postgres = PostgresServer.open(PostgresOptions.durableCommits())) {
            makeTable(postgres);
            served.start();
            final GatewayClient client = served.client();
            final Requests requests = client.requests();
            for (int i = 0; i < REQUESTS; i++) {
                if (i % 4 == 3) {
                    requests.executeUpdate("count", (long) (i % 50));
                } else {
                    requests.lookup("counter", (long) (i % 50));
                }
            }
            final Collected results = new Collected();
            Awaitility.await().pollInSameThread().until(() -> client.poll(results, 100) > 0);
            postgres.stop();
            final int whenStopped = drained(client, results);
            assertTrue(whenStopped < REQUESTS, "the database was stopped too late to matter");
            postgres.start();
            client.awaitAll(results, Duration.ofMinutes(2));
            assertEquals(REQUESTS, results.lines.size());
            assertEquals(
                    List.of(),
                    results.lines.stream()
                            .filter(line -> line.contains("failed"))
                            .limit(3)
                            .toList());
            for (int i = 1; i < REQUESTS; i++) {
                assertTrue(results.requests.get(i - 1).sequence()
                        < results.requests.get(i).sequence());
            }
            served.stop();
        }
    }

    @Test
    void shouldStartAndWaitWhenTheDatabaseIsNotThereYet() throws Exception {
        try (PostgresServer postgres = PostgresServer.open(PostgresOptions.fast())) {
            makeTable(postgres);
            postgres.stop();
            final RunningGateway gateway = served.start();
            served.client().requests().lookup("counter", 1L);
            Awaitility.await().until(() -> gateway.counts().calls(Count.READ_CALLS) > 1);
            postgres.start();
            assertEquals(List.of("counter: rows [{n=0}]"), served.results());
            served.stop();
        }
    }

    /** Takes what is still coming, until nothing more does. */
    private static int drained(GatewayClient client, Collected results) {
        Awaitility.await()
                .pollInSameThread()
                .pollDelay(Duration.ofMillis(300))
                .pollInterval(Duration.ofMillis(300))
                .until(() -> client.poll(results, Integer.MAX_VALUE) == 0);
        return results.lines.size();
    }

    private void makeTable(PostgresServer postgres) throws SQLException {
        served.at(postgres.jdbcUrl(), postgres.user())
                .database()
                .execute(
                        "CREATE TABLE counter (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)",
                        "INSERT INTO counter SELECT i, 0 FROM generate_series(0, 49) i");
    }
}
