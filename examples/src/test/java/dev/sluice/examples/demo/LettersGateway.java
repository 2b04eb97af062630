package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.examples.letters.LettersReport;
import dev.sluice.examples.letters.OneAtATime;
import dev.sluice.examples.letters.SelectEach;
import dev.sluice.testsupport.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The surroundings of a letters job under test: contracts on an HSQLDB server, a gateway in a JVM of its own as the demo starts it,
 * and the letters that the job one at a time has written. Also for examples in modules of their own.
 */
public final class LettersGateway implements AutoCloseable {

    /** The day of every letter. */
    public static final LocalDate DATE = DemoData.LETTER_DATE;

    private final DemoDirectory directory;
    private final DemoDatabase database;
    private final Child gateway;
    private final int contracts;

    private LettersGateway(DemoDirectory directory, DemoDatabase database, Child gateway, int contracts) {
        this.directory = directory;
        this.database = database;
        this.gateway = gateway;
        this.contracts = contracts;
    }

    /** Makes the data, writes its letters one at a time, and starts a gateway. */
    public static LettersGateway start(Path path, int contracts)
            throws IOException, SQLException, InterruptedException {
        final DemoDirectory directory = DemoDirectory.open(path);
        final DemoDatabase database = HsqldbDatabase.open(directory.database());
        final DataSource source = database.dataSource();
        new DemoData(contracts, 1).load(source);
        final LettersReport report = new OneAtATime(
                        source, () -> SelectEach.open(source), directory.lettersOneAtATime(), DATE, contracts)
                .run();
        assertEquals(contracts, report.letters(), () -> report.firstFailures().toString());
        execute(source, "UPDATE contract SET last_letter = NULL");
        execute(source, "CREATE TABLE written (contract_id BIGINT)");
        execute(
                source,
                "CREATE TRIGGER each_update AFTER UPDATE ON contract REFERENCING NEW AS updated FOR EACH ROW"
                        + " INSERT INTO written VALUES (updated.id)");
        GatewayConfigFile.write(
                directory.gatewayConfig(),
                directory.queues().toString(),
                1,
                database,
                Optional.empty(),
                Optional.empty());
        return new LettersGateway(directory, database, DemoGateway.start(directory), contracts);
    }

    private static void execute(DataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    public Path queues() {
        return directory.queues();
    }

    public Path configuration() {
        return directory.gatewayConfig();
    }

    public DataSource database() {
        return database.dataSource();
    }

    /** For programs in other JVMs, whose user is SA without a password. */
    public String databaseUrl() {
        return database.url();
    }

    /** The letters of the job one at a time. */
    public Path expected() {
        return directory.lettersOneAtATime();
    }

    /** Letters are those of the job one at a time, and each contract was updated exactly once. */
    public void assertDone(Path letters) throws IOException, SQLException {
        assertEquals(-1, Files.mismatch(expected(), letters), () -> letters + " has other letters");
        assertEquals(contracts, count("SELECT COUNT(*) FROM contract WHERE last_letter = DATE '" + DATE + "'"));
        assertEquals(contracts, count("SELECT COUNT(*) FROM written"), "some were updated twice");
        assertTrue(gateway.isAlive(), gateway::described);
    }

    /** Another job is to update each contract exactly once. */
    public void forgetUpdates() throws SQLException {
        execute(database(), "UPDATE contract SET last_letter = NULL");
        execute(database(), "DELETE FROM written");
    }

    /** Deletes the address of that contract; what is given brings it back. */
    public Runnable takeAwayAddressOf(long contract) throws SQLException {
        final String which = " WHERE id = (SELECT address_id FROM contract WHERE id = " + contract + ")";
        execute(database(), "CREATE TABLE away AS (SELECT * FROM address" + which + ") WITH DATA");
        execute(database(), "DELETE FROM address" + which);
        return () -> {
            try {
                execute(database(), "INSERT INTO address SELECT * FROM away");
            } catch (final SQLException e) {
                throw new AssertionError("cannot bring the address back", e);
            }
        };
    }

    /** Contracts updated until now. */
    public long updated() throws SQLException {
        return count("SELECT COUNT(*) FROM written");
    }

    private long count(String query) throws SQLException {
        try (Connection connection = database().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public void close() throws IOException {
        gateway.stop();
        database.close();
        directory.close();
    }
}
