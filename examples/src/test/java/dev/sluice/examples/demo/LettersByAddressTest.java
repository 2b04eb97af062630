package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.examples.letters.LettersByLoop;
import dev.sluice.examples.letters.LettersDatabase;
import dev.sluice.examples.letters.LettersReport;
import dev.sluice.examples.letters.OneAtATime;
import dev.sluice.examples.letters.SelectEach;
import dev.sluice.service.GatewayProgram;
import dev.sluice.service.config.GatewayConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The job and its gateway know the queues by their address alone, whatever they are made of. */
@Timeout(120)
class LettersByAddressTest {

    private static final int CONTRACTS = 300;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"memory:letters, 1", "memory:letters-on-lanes, 2", "queues, 1", "queues, 2"})
    void shouldWriteTheLettersOfOneAtATime(String name, int lanes) throws Exception {
        final String url = "jdbc:hsqldb:mem:" + UUID.randomUUID() + ";hsqldb.tx=mvcc";
        final String address =
                name.startsWith("memory:") ? name : directory.resolve(name).toString();
        final DataSource database = LettersDatabase.at(url);
        new DemoData(CONTRACTS, 1).load(database);
        final Path expected = directory.resolve("one-at-a-time.txt");
        new OneAtATime(database, () -> SelectEach.open(database), expected, DemoData.LETTER_DATE, CONTRACTS).run();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE contract SET last_letter = NULL");
        }
        final Path letters = directory.resolve("letters.txt");
        try (GatewayProgram gateway = GatewayProgram.open(config(address, lanes, url))) {
            final Thread service = new Thread(gateway::run, "service");
            service.start();
            try (GatewayClient client = GatewayClient.builder(address)
                    .options(QueueOptions.DEFAULTS.withDiskReserve(0))
                    .openExisting()) {
                final LettersReport report = LettersByLoop.ofDeclared(client, database, letters, DemoData.LETTER_DATE)
                        .run();
                assertEquals(CONTRACTS, report.letters());
            } finally {
                gateway.stop();
                service.join();
            }
            assertEquals(lanes, gateway.counts().size());
            assertTrue(gateway.counts().stream().allMatch(lane -> lane.written() > 0));
        }
        assertEquals(-1, Files.mismatch(expected, letters));
    }

    private GatewayConfig config(String address, int lanes, String url) {
        return GatewayConfig.parse("""
                name: letters
                queues: {path: '%s', lanes: %d, diskReserve: 1MB}
                databases: {main: {url: '%s', user: %s}}
                lookups:
                  customer: {sql: 'SELECT first_name, last_name FROM customer WHERE id = ?', types: [long]}
                  address: {sql: 'SELECT street, postcode, city FROM address WHERE id = ?', types: [long]}
                statements:
                  last-letter: {sql: 'UPDATE contract SET last_letter = ? WHERE id = ?', types: [date, long]}
                """.formatted(address, lanes, url, LettersDatabase.USER), directory, key -> null);
    }
}
