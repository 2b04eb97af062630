package dev.sluice.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.jdbc.TestGateway.Kind;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Calendar;
import java.util.List;
import java.util.SimpleTimeZone;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Statements over the gateway, outside of a job. */
class StatementsTest {

    private static final String TYPES = "SELECT l, i, n, d, ok, t, b, dt, tm, ts, moment, u FROM types WHERE id = ?";

    @TempDir
    private Path directory;

    private TestGateway withTypes(Kind kind) throws SQLException {
        final TestGateway gateway = TestGateway.start(directory, kind);
        gateway.execute(
                "CREATE TABLE types (id BIGINT PRIMARY KEY, l BIGINT, i INTEGER, n DECIMAL(20, 4), d DOUBLE PRECISION,"
                        + " ok BOOLEAN, t VARCHAR(100), b " + (kind == Kind.HSQLDB ? "VARBINARY(100)" : "BYTEA")
                        + ", dt DATE, tm TIME(6), ts TIMESTAMP(6), moment TIMESTAMP(6) WITH TIME ZONE, u UUID)");
        return gateway;
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveEachTypeBackByItsGettersWhenItWasSet(Kind kind) throws SQLException {
        final LocalDateTime time = LocalDateTime.of(2024, 2, 29, 1, 2, 3, 4_000);
        final Instant moment = Instant.parse("1969-12-31T23:59:59.999999Z");
        final UUID id = UUID.fromString("01234567-89ab-cdef-fedc-ba9876543210");
        try (TestGateway gateway = withTypes(kind);
                Connection connection = gateway.connect();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO types VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
                PreparedStatement select = connection.prepareStatement(TYPES)) {
            insert.setInt(1, 1);
            insert.setLong(2, Long.MIN_VALUE);
            insert.setShort(3, (short) 7);
            insert.setBigDecimal(4, new BigDecimal("-12345678901234.5600"));
            insert.setDouble(5, 1.0e-300);
            insert.setBoolean(6, true);
            insert.setString(7, "Zürich, 東京, it's \uD83D\uDE00 ?");
            insert.setBytes(8, new byte[] {0, -1, 127});
            insert.setDate(9, Date.valueOf("1582-10-04"));
            insert.setTime(10, Time.valueOf("23:59:58"));
            insert.setTimestamp(11, Timestamp.valueOf(time));
            insert.setObject(12, moment);
            insert.setObject(13, id);
            assertEquals(1, insert.executeUpdate());
            select.setLong(1, 1);
            try (ResultSet rows = select.executeQuery()) {
                assertTrue(rows.next());
                assertEquals(Long.MIN_VALUE, rows.getLong("L"));
                assertEquals(7, rows.getInt(2));
                assertEquals("7", rows.getString("i"));
                assertEquals(new BigDecimal("7"), rows.getBigDecimal(2));
                assertEquals(new BigDecimal("-12345678901234.5600"), rows.getBigDecimal("n"));
                assertEquals(-12345678901234L, rows.getLong("n"));
                assertEquals(1.0e-300, rows.getDouble(4));
                assertTrue(rows.getBoolean("ok"));
                assertEquals(1, rows.getInt("ok"));
                assertEquals("Zürich, 東京, it's \uD83D\uDE00 ?", rows.getString("t"));
                assertArrayEquals(new byte[] {0, -1, 127}, rows.getBytes("b"));
                assertEquals(Date.valueOf("1582-10-04"), rows.getObject("dt"));
                assertEquals(LocalDate.of(1582, 10, 4), rows.getObject("dt", LocalDate.class));
                assertEquals(Time.valueOf("23:59:58"), rows.getTime("tm"));
                assertEquals(LocalTime.of(23, 59, 58), rows.getObject("tm", LocalTime.class));
                assertEquals(Timestamp.valueOf(time), rows.getTimestamp("ts"));
                assertEquals(time, rows.getObject("ts", LocalDateTime.class));
                assertEquals(
                        moment, rows.getObject("moment", OffsetDateTime.class).toInstant());
                assertEquals(Timestamp.from(moment), rows.getTimestamp("moment"));
                assertEquals(id, rows.getObject("u"));
                assertEquals(id.toString(), rows.getString("u"));
                final SQLException tooLarge = assertThrows(SQLDataException.class, () -> rows.getInt("l"));
                assertEquals("22003", tooLarge.getSQLState());
                assertThrows(SQLDataException.class, () -> rows.getInt("t"));
                assertEquals(
                        "42703",
                        assertThrows(SQLException.class, () -> rows.getInt("no"))
                                .getSQLState());
                assertEquals(Types.BIGINT, rows.getMetaData().getColumnType(1));
                assertEquals(Types.NUMERIC, rows.getMetaData().getColumnType(3));
                assertEquals("t", rows.getMetaData().getColumnLabel(6).toLowerCase(java.util.Locale.ROOT));
                assertFalse(rows.next());
                assertThrows(SQLException.class, () -> rows.getLong(1));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveNullsAsJdbcDoesWhenColumnsAreNull(Kind kind) throws SQLException {
        try (TestGateway gateway = withTypes(kind);
                Connection connection = gateway.connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO types (id, l, t) VALUES (?, ?, ?)");
                PreparedStatement select = connection.prepareStatement(TYPES)) {
            insert.setLong(1, 2);
            insert.setNull(2, Types.BIGINT);
            insert.setString(3, null);
            assertFalse(insert.execute());
            assertEquals(1, insert.getUpdateCount());
            assertFalse(insert.getMoreResults());
            assertEquals(-1, insert.getUpdateCount());
            select.setLong(1, 2);
            assertTrue(select.execute());
            try (ResultSet rows = select.getResultSet()) {
                assertTrue(rows.next());
                assertEquals(0, rows.getLong("l"));
                assertTrue(rows.wasNull());
                assertEquals(0, rows.getInt(2));
                assertFalse(rows.getBoolean("ok"));
                assertNull(rows.getString("t"));
                assertNull(rows.getTimestamp("ts"));
                assertNull(rows.getObject("u", UUID.class));
                assertTrue(rows.wasNull());
                assertEquals(Types.NULL, rows.getMetaData().getColumnType(1));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldThrowTheExceptionOfTheSqlStateWhenTheDatabaseRefusesAStatement(Kind kind) throws SQLException {
        try (TestGateway gateway = withTypes(kind);
                Connection connection = gateway.connect();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO types (id) VALUES (1)");
            final SQLException twice = assertThrows(
                    SQLIntegrityConstraintViolationException.class,
                    () -> statement.executeUpdate("INSERT INTO types (id) VALUES (1)"));
            assertEquals("23505", twice.getSQLState());
            assertThrows(
                    SQLSyntaxErrorException.class, () -> statement.executeQuery("SELECT id FROM missing WHERE id = 1"));
            assertThrows(SQLDataException.class, () -> statement.executeQuery("SELECT 1 / (id - 1) FROM types"));
            assertThrows(SQLException.class, () -> statement.executeQuery("DELETE FROM types"));
            assertEquals(1, statement.executeUpdate("SELECT id FROM types"), "a query may call what writes");
            final BatchUpdateException batch = assertThrows(BatchUpdateException.class, () -> {
                statement.addBatch("INSERT INTO types (id) VALUES (2)");
                statement.addBatch("INSERT INTO types (id) VALUES (1)");
                statement.addBatch("INSERT INTO types (id) VALUES (3)");
                statement.executeBatch();
            });
            assertArrayEquals(new int[] {1, Statement.EXECUTE_FAILED, 1}, batch.getUpdateCounts());
            assertEquals("23505", batch.getSQLState());
            assertEquals(3, statement.executeUpdate("DELETE FROM types"));
        }
    }

    /** As callers of Spring do: {@code ((SQLException) e.getRootCause()).getSQLState()}. */
    @ParameterizedTest
    @EnumSource
    void shouldHaveAnSqlExceptionAsItsRootCauseWhenSpringTranslatesAFailure(Kind kind) throws SQLException {
        try (TestGateway gateway = withTypes(kind);
                Connection ours = gateway.connect();
                Connection plain = gateway.connectDirectly()) {
            plain.createStatement().executeUpdate("INSERT INTO types (id, t) VALUES (1, 'abc')");
            for (final Consumer<JdbcTemplate> failing : List.<Consumer<JdbcTemplate>>of(
                    template -> template.update("INSERT INTO types (id) VALUES (?)", 1L),
                    template -> template.batchUpdate("INSERT INTO types (id) VALUES (1)"),
                    template -> template.queryForList("SELECT id FROM missing WHERE id = ?", 1L),
                    template -> template.queryForObject("SELECT t FROM types WHERE id = ?", Integer.class, 1L),
                    template -> template.query("SELECT t FROM types", (row, number) -> row.getInt("absent")),
                    template -> template.query("SELECT t FROM types WHERE id = ?", (row, number) -> 1, new Object()))) {
                final SQLException root = rootCause(ours, failing);
                assertNull(root.getCause());
                assertEquals(5, root.getSQLState().length(), root::toString);
                if (kind == Kind.POSTGRESQL) { // HSQLDB's own exceptions have a cause that is no SQLException
                    assertNull(rootCause(plain, failing).getCause());
                }
            }
        }
    }

    private static SQLException rootCause(Connection connection, Consumer<JdbcTemplate> failing) {
        final JdbcTemplate template = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
        final DataAccessException failure = assertThrows(DataAccessException.class, () -> failing.accept(template));
        return (SQLException) failure.getRootCause();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunABatchAndLimitRowsWhenAsked(Kind kind) throws SQLException {
        try (TestGateway gateway = withTypes(kind);
                Connection connection = gateway.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO types (id, t) VALUES (?, ?)");
                Statement select = connection.createStatement()) {
            for (int i = 0; i < 50; i++) {
                insert.setInt(1, i);
                insert.setObject(2, i, Types.VARCHAR);
                insert.addBatch();
            }
            assertEquals(50, insert.executeBatch().length);
            assertEquals(0, insert.executeBatch().length);
            select.setMaxRows(7);
            try (ResultSet rows = select.executeQuery("SELECT id, t FROM types ORDER BY id")) {
                int read = 0;
                while (rows.next()) {
                    assertEquals(Integer.toString(read++), rows.getString(2));
                }
                assertEquals(7, read);
            }
        }
    }

    @Test
    void shouldTimeOutWhenTheDeadlinePassesBeforeTheStatementIsAsked() throws Exception {
        TestGateway.start(directory, Kind.HSQLDB).close();
        final CompletableFuture<SQLException> failure = new CompletableFuture<>();
        final Thread asking = new Thread(() -> {
            try (Connection connection =
                            SluiceDataSource.at(directory.resolve("queues")).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.setQueryTimeout(1);
                statement.executeQuery("SELECT id FROM types");
            } catch (final SQLException e) {
                failure.complete(e);
            }
        });
        asking.start();
        Awaitility.await().until(() -> asking.getState() == Thread.State.WAITING);
        final long deadline = System.currentTimeMillis() + 1_000;
        Awaitility.await().until(() -> System.currentTimeMillis() > deadline);
        try (TestGateway gateway = TestGateway.start(directory, Kind.HSQLDB)) {
            assertInstanceOf(SQLTimeoutException.class, failure.get(), gateway::jdbcUrl);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameTheRealDatabaseWhenMetadataIsAsked(Kind kind) throws SQLException {
        try (TestGateway gateway = TestGateway.start(directory, kind);
                Connection connection = gateway.connect();
                Connection direct = gateway.connectDirectly()) {
            final DatabaseMetaData metadata = connection.getMetaData();
            assertEquals(direct.getMetaData().getDatabaseProductName(), metadata.getDatabaseProductName());
            assertEquals(direct.getMetaData().getDatabaseMajorVersion(), metadata.getDatabaseMajorVersion());
            assertTrue(metadata.supportsBatchUpdates());
        }
    }

    /** A column may have a time zone or none, and the driver does not see which. */
    @Test
    void shouldTakeACalendarOfTheOwnZoneAndRefuseAnotherWhenATimeIsSet() throws SQLException {
        try (TestGateway gateway = withTypes(Kind.HSQLDB);
                Connection connection = gateway.connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO types (id, dt, tm, ts) VALUES (1, ?, ?, ?)")) {
            final Timestamp timestamp = Timestamp.valueOf("2026-10-25 12:30:00");
            final Calendar own = Calendar.getInstance();
            final int elsewhere = own.getTimeZone().getRawOffset() + 3_600_000;
            final Calendar other = Calendar.getInstance(new SimpleTimeZone(elsewhere, "Elsewhere"));
            final SQLException refused =
                    assertThrows(SQLFeatureNotSupportedException.class, () -> insert.setTimestamp(3, timestamp, other));
            assertTrue(refused.getMessage().contains("setObject(parameter, OffsetDateTime)"), refused.getMessage());
            assertThrows(
                    SQLFeatureNotSupportedException.class, () -> insert.setTime(2, Time.valueOf("12:30:00"), other));
            insert.setTimestamp(3, null, other);
            insert.setTimestamp(3, timestamp, own);
            insert.setTime(2, Time.valueOf("12:30:00"), own);
            insert.setDate(1, new Date(Timestamp.valueOf("2026-10-25 23:30:00").getTime()), other);
            assertEquals(1, insert.executeUpdate());
            try (ResultSet row = connection.createStatement().executeQuery("SELECT dt, tm, ts FROM types")) {
                assertTrue(row.next());
                assertEquals("2026-10-26", row.getString(1));
                assertEquals("12:30:00", row.getString(2));
                assertEquals(timestamp, row.getTimestamp(3));
            }
        }
    }

    @Test
    void shouldSayWhatToDoWhenSomethingIsRefused() throws SQLException {
        try (TestGateway gateway = TestGateway.start(directory, Kind.HSQLDB)) {
            final Connection connection = gateway.connect();
            final SQLException transaction =
                    assertThrows(SQLFeatureNotSupportedException.class, () -> connection.setAutoCommit(false));
            assertTrue(transaction.getMessage().contains("write what belongs together as one statement"));
            assertThrows(SQLFeatureNotSupportedException.class, connection::setSavepoint);
            assertThrows(SQLFeatureNotSupportedException.class, connection::commit);
            final SQLException keys = assertThrows(
                    SQLFeatureNotSupportedException.class,
                    () -> connection.prepareStatement("INSERT INTO t VALUES (?)", Statement.RETURN_GENERATED_KEYS));
            assertTrue(keys.getMessage().contains("keys that the job knows"), keys.getMessage());
            final PreparedStatement statement = connection.prepareStatement("SELECT 1 FROM t WHERE a = ?");
            assertThrows(SQLException.class, statement::executeQuery);
            assertThrows(SQLException.class, () -> statement.setInt(2, 1));
            connection.close();
            assertTrue(connection.isClosed());
            assertThrows(SQLNonTransientConnectionException.class, connection::createStatement);
            statement.setInt(1, 1);
            assertThrows(SQLNonTransientConnectionException.class, statement::executeQuery);
        }
    }
}
