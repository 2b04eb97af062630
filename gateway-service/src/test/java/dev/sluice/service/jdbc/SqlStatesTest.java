package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.update.DatabaseException.Meaning;
import dev.sluice.testsupport.MariaDbServer;
import dev.sluice.testsupport.PostgresServer;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlStatesTest {

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, 08001, OUTAGE",
        "PostgreSQL, 08006, OUTAGE",
        "PostgreSQL, 08P01, ITEM",
        "PostgreSQL, 57P01, OUTAGE",
        "PostgreSQL, 57P02, OUTAGE",
        "PostgreSQL, 57P03, OUTAGE",
        "PostgreSQL, 53300, OUTAGE",
        "PostgreSQL, 28P01, OUTAGE",
        "PostgreSQL, 3D000, OUTAGE",
        "PostgreSQL, 25006, READ_ONLY",
        "PostgreSQL, 40001, CONFLICT",
        "PostgreSQL, 40P01, CONFLICT",
        "PostgreSQL, 57014, TIMEOUT",
        "PostgreSQL, 53400, TIMEOUT",
        "PostgreSQL, 55P03, TIMEOUT",
        "PostgreSQL, 25P04, TIMEOUT",
        "PostgreSQL, 0A000, ITEM",
        "PostgreSQL, 26000, STALE",
        "PostgreSQL, 42P01, MISSING",
        "PostgreSQL, 42703, MISSING",
        "PostgreSQL, 3F000, MISSING",
        "PostgreSQL, 42601, MISSING",
        "PostgreSQL, 42883, TEXT",
        "PostgreSQL, 22012, ITEM",
        "PostgreSQL, 23505, ITEM",
        "PostgreSQL, 53200, ITEM",
        "PostgreSQL, P0001, ITEM",
        "PostgreSQL, XX000, ITEM",
        "HSQL Database Engine, 08003, OUTAGE",
        "HSQL Database Engine, 40001, CONFLICT",
        "HSQL Database Engine, 07502, STALE",
        "HSQL Database Engine, 40502, TIMEOUT",
        "HSQL Database Engine, 42501, MISSING",
        "HSQL Database Engine, 42581, MISSING",
        "HSQL Database Engine, 42590, MISSING",
        "HSQL Database Engine, 42561, TEXT",
        "HSQL Database Engine, 22001, ITEM",
        "HSQL Database Engine, S1000, ITEM",
        "H2, 90007, OUTAGE",
        "H2, 90020, OUTAGE",
        "H2, 90067, OUTAGE",
        "H2, 90098, OUTAGE",
        "H2, 90121, OUTAGE",
        "H2, 90131, CONFLICT",
        "H2, 40001, CONFLICT",
        "H2, HYT00, TIMEOUT",
        "H2, 57014, TIMEOUT",
        "H2, 90022, MISSING",
        "H2, 42000, MISSING",
        "H2, 42001, MISSING",
        "H2, 42S02, MISSING",
        "H2, 42S03, MISSING",
        "H2, 42S04, MISSING",
        "H2, 42S22, MISSING",
        "H2, 23505, ITEM",
        "Another, 08006, OUTAGE",
        "Another, 40001, CONFLICT",
        "Another, 57P01, ITEM",
    })
    void shouldTellWhatAStateMeans(String product, String state, Meaning meaning) {
        assertEquals(meaning, SqlStates.of(product).of(new SQLException("said", state)));
    }

    @ParameterizedTest
    @CsvSource({
        "MariaDB, HY000, 1205, TIMEOUT",
        "MariaDB, 70100, 1317, TIMEOUT",
        "MariaDB, 70100, 1927, OUTAGE",
        "MariaDB, 08S01, 1053, OUTAGE",
        "MariaDB, 40001, 1213, CONFLICT",
        "MariaDB, HY000, 1020, CONFLICT",
        "MariaDB, HY000, 1290, READ_ONLY",
        "MariaDB, 25006, 1792, READ_ONLY",
        "MariaDB, 42000, 1064, MISSING",
        "MariaDB, 42000, 1142, TEXT",
        "MariaDB, 42S02, 1146, MISSING",
        "MariaDB, 23000, 1062, ITEM",
        "MariaDB, 22003, 1264, ITEM",
        "MySQL, HY000, 1205, TIMEOUT",
        "Another, HY000, 1205, ITEM",
    })
    void shouldTellWhatACodeMeansWhereTheStateSaysLess(String product, String state, int code, Meaning meaning) {
        assertEquals(meaning, SqlStates.of(product).of(new SQLException("said", state, code)));
    }

    @Test
    void shouldTellACachedPlanFromOtherThingsThatAreNotSupported() {
        final SQLException cachedPlan = new SQLException("ERROR: cached plan must not change result type", "0A000");
        assertEquals(Meaning.STALE, SqlStates.of("PostgreSQL").of(cachedPlan));
    }

    @Test
    void shouldGoByTheClassOfTheExceptionWhenTheStateSaysNothing() {
        final SqlStates states = SqlStates.of("Another");
        assertEquals(Meaning.OUTAGE, states.of(new SQLTransientConnectionException("no connection")));
        assertEquals(Meaning.OUTAGE, states.of(new SQLRecoverableException("lost")));
        assertEquals(Meaning.TIMEOUT, states.of(new SQLTimeoutException("late")));
        assertEquals(Meaning.CONFLICT, states.of(new SQLTransactionRollbackException("deadlock")));
        assertEquals(Meaning.ITEM, states.of(new SQLException("?")));
        assertEquals(Meaning.ITEM, states.of(new NullPointerException("in the driver")));
    }

    @Test
    void shouldNotTakeARefusalForAnOutageWhenMariaDbsDriverHasNoExceptionForItsState() {
        final SqlStates states = SqlStates.of("MariaDB");
        assertEquals(Meaning.ITEM, states.of(new SQLTransientConnectionException("a trigger's SIGNAL", "45000", 1644)));
        assertEquals(Meaning.ITEM, states.of(new SQLTransientConnectionException("CHECK OPTION", "44000", 1369)));
        assertEquals(Meaning.OUTAGE, states.of(new SQLTransientConnectionException("gone", "08000", 0)));
        assertEquals(Meaning.OUTAGE, states.of(new SQLTransientConnectionException("no connection")));
    }

    @Test
    void shouldLookInsideABatch() {
        final BatchUpdateException batch = new BatchUpdateException("batch", null, new int[0]);
        batch.setNextException(new SQLException("deadlock", "40P01"));
        assertEquals(Meaning.CONFLICT, SqlStates.of("PostgreSQL").of(batch));
    }

    private static final String CANARY = "P-0007168";

    private Connection open(String product) throws SQLException {
        return switch (product) {
            case "PostgreSQL" ->
                DriverManager.getConnection(
                        PostgresServer.shared().createDatabase("states" + System.nanoTime()),
                        PostgresServer.shared().user(),
                        "");
            case "HSQLDB" -> DriverManager.getConnection("jdbc:hsqldb:mem:states", "SA", "");
            case "H2" -> DriverManager.getConnection("jdbc:h2:mem:states", "sa", "");
            default -> {
                final MariaDbServer server = MariaDbServer.given().orElseThrow();
                yield DriverManager.getConnection(
                        server.createDatabase("states" + System.nanoTime()) + "?dumpQueriesOnException=true",
                        server.user(),
                        server.password());
            }
        };
    }

    /** A batch, a key that is there, a text that is no number, a check, SQL with the value in it. */
    @ParameterizedTest
    @ValueSource(strings = {"PostgreSQL", "HSQLDB", "H2", "MariaDB"})
    void shouldSayNoValueWhenADriverDoes(String product) throws SQLException {
        assumeTrue(!product.equals("MariaDB") || MariaDbServer.given().isPresent(), MariaDbServer::none);
        try (Connection connection = open(product);
                Statement plain = connection.createStatement()) {
            plain.execute("CREATE TABLE t (policy VARCHAR(20) PRIMARY KEY, n BIGINT, CHECK (n < 5))");
            plain.execute("INSERT INTO t VALUES ('" + CANARY + "', 1)");
            final List<SQLException> errors = new ArrayList<>();
            for (final String sql : List.of(
                    "INSERT INTO t VALUES (?, 1)",
                    "INSERT INTO t SELECT ?, 9 FROM t",
                    "UPDATE t SET n = CAST(? AS DECIMAL) * 0",
                    "UPDATE missing SET n = 1 WHERE policy = ?",
                    "UPDATE t SET policy = CONCAT(?, 'far too long for a column of twenty')")) {
                failing(errors, connection, sql, PreparedStatement::executeUpdate);
                failing(errors, connection, sql, statement -> {
                    statement.addBatch();
                    statement.setString(1, "another");
                    statement.addBatch();
                    statement.executeBatch();
                });
                try {
                    plain.execute(sql.replace("?", "'" + CANARY + "'"));
                } catch (final SQLException e) {
                    errors.add(e);
                }
            }
            assertTrue(errors.size() >= 10, errors::toString);
            assertTrue(
                    errors.stream().anyMatch(error -> error.getMessage().contains(CANARY)) || product.equals("HSQLDB"));
            for (final SQLException error : errors) {
                final String reason = SqlStates.reason(error);
                assertFalse(reason.contains(CANARY), reason);
                assertTrue(reason.contains("(SQLState " + SqlStates.state(error) + ")"), reason);
            }
        }
    }

    private interface Failing {
        void run(PreparedStatement statement) throws SQLException;
    }

    private static void failing(List<SQLException> errors, Connection connection, String sql, Failing run) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, CANARY);
            run.run(statement);
        } catch (final SQLException e) {
            errors.add(e);
        }
    }
}
