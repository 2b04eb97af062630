package dev.sluice.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.examples.demo.DemoData;
import dev.sluice.examples.letters.LettersByLoop;
import dev.sluice.examples.letters.LettersDatabase;
import dev.sluice.examples.letters.OneAtATime;
import dev.sluice.examples.letters.SelectEach;
import dev.sluice.service.GatewayProgram;
import dev.sluice.service.config.GatewayConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The job of the demo and a whole gateway, on Kafka and in a directory: nothing but the address differs. */
@Timeout(120)
class LettersOnKafkaTest {

    private static final int CONTRACTS = 300;
    private static final LocalDate DATE = LocalDate.of(2026, 11, 26);

    @RegisterExtension
    static final OneBroker BROKER = new OneBroker();

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"kafka, 1", "kafka, 2", "directory, 1"})
    void shouldWriteTheLettersOfOneAtATime(String transport, int lanes) throws Exception {
        final String url = "jdbc:hsqldb:mem:" + UUID.randomUUID() + ";hsqldb.tx=mvcc";
        final String address = transport.equals("kafka")
                ? BROKER.newAddress()
                : directory.resolve("queues").toString();
        final DataSource database = LettersDatabase.at(url);
        new DemoData(CONTRACTS, 1).load(database);
        final Path expected = directory.resolve("one-at-a-time.txt");
        new OneAtATime(database, () -> SelectEach.open(database), expected, DATE, CONTRACTS).run();
        forgetLetters(database);
        final Path letters = directory.resolve("letters.txt");
        try (GatewayProgram gateway = GatewayProgram.open(config(address, lanes, url))) {
            final Thread service = new Thread(gateway::run, "service");
            service.start();
            try (GatewayClient client = GatewayClient.builder(address).openExisting()) {
                assertEquals(
                        CONTRACTS,
                        LettersByLoop.ofDeclared(client, database, letters, DATE)
                                .run()
                                .letters());
            } finally {
                gateway.stop();
                service.join();
            }
            assertEquals(lanes, gateway.counts().size());
            assertTrue(gateway.counts().stream().allMatch(lane -> lane.written() > 0));
        }
        assertEquals(-1, Files.mismatch(expected, letters));
    }

    private static void forgetLetters(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE contract SET last_letter = NULL");
        }
    }

    private GatewayConfig config(String address, int lanes, String url) {
        return GatewayConfig.parse("""
                name: letters
                queues: {path: '%s', lanes: %d}
                databases: {main: {url: '%s', user: %s}}
                lookups:
                  customer: {sql: 'SELECT first_name, last_name FROM customer WHERE id = ?', types: [long]}
                  address: {sql: 'SELECT street, postcode, city FROM address WHERE id = ?', types: [long]}
                statements:
                  last-letter: {sql: 'UPDATE contract SET last_letter = ? WHERE id = ?', types: [date, long]}
                """.formatted(address, lanes, url, LettersDatabase.USER), directory, key -> null);
    }
}
