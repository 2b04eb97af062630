package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import dev.sluice.service.RunningGateway;
import dev.sluice.testsupport.SqlDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;

/** A database of customers, a configuration that asks it, and requests that a gateway has answered from it. */
final class RecordedLookups implements AutoCloseable {

    static final QueueOptions OPTIONS = QueueOptions.DEFAULTS.withDiskReserve(1 << 20);

    final String url = "jdbc:hsqldb:mem:" + UUID.randomUUID();
    private final Connection connection;

    /** Customers 1 to 20. */
    RecordedLookups() throws SQLException {
        connection = DriverManager.getConnection(url, "SA", "");
        sql("CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR(50), city VARCHAR(50), credit DECIMAL(9, 2),"
                + " touched INTEGER)");
        for (int id = 1; id <= 20; id++) {
            sql("INSERT INTO customer VALUES (" + id + ", 'name " + id + "', 'Ghent', " + id + ".50, 0)");
        }
    }

    void sql(String text) throws SQLException {
        new SqlDatabase(url, "SA").execute(text);
    }

    long count(String where) throws SQLException {
        return new SqlDatabase(url, "SA").number("SELECT COUNT(*) FROM customer WHERE " + where);
    }

    /** The text of a configuration for these queues. */
    String yaml(Path queues) {
        return """
                name: customers
                queues: {path: '%s', diskReserve: 1MB}
                databases: {main: {url: '%s', user: SA}}
                lookups:
                  customer: {sql: 'SELECT name, city, credit FROM customer WHERE id = ?', types: [long], reads: [customer]}
                statements:
                  in-city: {sql: 'SELECT id, name FROM customer WHERE city = ?', types: [text]}
                  touch: {sql: 'UPDATE customer SET touched = touched + 1 WHERE id = ?', types: [long], reads: [], writes: []}
                """.formatted(queues, url);
    }

    Path configFile(Path directory) throws IOException {
        return Files.writeString(directory.resolve("replay.yaml"), yaml(directory.resolve("not-these")));
    }

    /** Has these asked and answered. */
    void record(Path queues, Consumer<Requests> asking) {
        try (RunningGateway gateway = RunningGateway.start(yaml(queues));
                GatewayClient client = RunningGateway.client(queues)) {
            asking.accept(client.requests());
            client.awaitAll(new Outcomes(), Duration.ofSeconds(60));
            assertTrue(gateway.alive());
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
