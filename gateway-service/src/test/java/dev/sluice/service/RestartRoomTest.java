package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Outcomes kept by a former run do not keep updates out of the next one. */
class RestartRoomTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"none", "chunk"})
    void shouldRunUpdatesAfterACleanRestart(String sync) throws Exception {
        final String url = "jdbc:hsqldb:mem:room" + sync;
        final String yaml = """
                name: test
                queues:
                  path: %s
                  sync: %s
                  diskReserve: 1MB
                chunk:
                  limit: 1000
                databases:
                  main:
                    url: %s
                    user: SA
                    transaction: each
                statements:
                  add:
                    sql: INSERT INTO t VALUES (?)
                    types: [long]
                """.formatted(directory.resolve("q"), sync, url);
        try (Connection c = DriverManager.getConnection(url, "SA", "");
                Statement s = c.createStatement()) {
            s.execute("CREATE TABLE t (id BIGINT)");
            try (GatewayClient client = RunningGateway.client(directory.resolve("q"))) {
                for (long i = 0; i < 300; i++) {
                    client.requests().executeUpdate("add", i);
                }
                try (RunningGateway one = RunningGateway.start(yaml)) {
                    client.awaitAll(new Collected(), Duration.ofMinutes(1));
                    assertTrue(one.alive());
                }
                try (RunningGateway two = RunningGateway.start(yaml)) {
                    Awaitility.await().until(() -> {
                        try (ResultSet r = s.executeQuery("SELECT epoch FROM sluice_checkpoint")) {
                            r.next();
                            return r.getLong(1) == 2;
                        }
                    });
                    client.requests().executeUpdate("add", 300L);
                    final Collected results = new Collected();
                    client.awaitAll(results, Duration.ofSeconds(15));
                    assertEquals("[add: updated 1]", results.lines.toString());
                    assertTrue(two.alive());
                }
            }
        }
    }
}
