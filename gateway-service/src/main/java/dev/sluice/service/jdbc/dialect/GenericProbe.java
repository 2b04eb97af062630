package dev.sluice.service.jdbc.dialect;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.dialect.Generic.TemporalText;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Finds out by trial what an unknown database accepts: for each kind of argument a type whose cast returns the value unchanged,
 * and forms of chunks that return each item's own rows. Reads no table; needs some dozen round trips.
 */
public final class GenericProbe {

    /** The possible endings of a SELECT without a table; each database needs one of them. */
    private static final List<String> NO_TABLE = List.of(
            "", " FROM (VALUES (1)) AS sluice_t(c)", " FROM DUAL", " FROM SYSIBM.SYSDUMMY1", " FROM RDB$DATABASE");

    /** A sample string, longer than the default length of some databases and with characters that some character sets lack. */
    private static final String TEXT = "größer 漢字 '?' " + "x".repeat(3_000) + " ";

    /**
     * The JDBC types that the result of a cast should have. Only those kinds of values are listed whose SQL type name means
     * another type in some database's compatibility mode.
     */
    private static final Map<ValueType, Set<Integer>> CODES = Map.of(
            ValueType.TEXT, Set.of(Types.VARCHAR, Types.LONGVARCHAR),
            ValueType.BYTES, Set.of(Types.VARBINARY, Types.LONGVARBINARY),
            ValueType.DATE, Set.of(Types.DATE));

    private static final LocalDate DAY = LocalDate.of(1966, 2, 28);
    private static final LocalTime CLOCK = LocalTime.of(23, 59, 58, 123_456_789);
    private static final int MICRO = 1_000;

    private final Connection connection;
    private final Map<ValueType, String> types = new EnumMap<>(ValueType.class);
    private String from = "";
    private boolean javaTimes = true;

    private GenericProbe(Connection connection) {
        this.connection = connection;
    }

    /**
     * Returns the dialect of a database.
     *
     * @param product its name in messages
     * @param syntax the syntax of its SQL
     * @throws SQLException if the database cannot be queried
     */
    public static Generic ask(String product, SqlSyntax syntax, Connection connection) throws SQLException {
        return new GenericProbe(connection).ask(product, syntax);
    }

    /**
     * Returns the casts of a known database that preserve a value's type. In some compatibility modes a type's name means another
     * type: in Oracle's mode, for example, a DATE is a timestamp.
     *
     * @param types all casts of the database in its regular mode
     * @throws SQLException if the database cannot be queried
     */
    static Map<ValueType, String> casts(Connection connection, Map<ValueType, String> types) throws SQLException {
        final GenericProbe probe = new GenericProbe(connection);
        final Map<ValueType, String> casts = new EnumMap<>(types);
        for (final Map.Entry<ValueType, Set<Integer>> codes : CODES.entrySet()) {
            final String type = casts.getOrDefault(codes.getKey(), "").replace(Dialect.SCALE, "0");
            if (!probe.described(
                    "SELECT CAST(? AS " + type + ") FROM (VALUES (1)) AS sluice_t(c)",
                    statement ->
                            codes.getValue().contains(statement.getMetaData().getColumnType(1)))) {
                casts.remove(codes.getKey());
            }
        }
        if (casts.size() < types.size()) {
            probe.requireConnection();
        }
        return casts;
    }

    /** Whether brackets can quote a name. */
    static boolean takesBrackets(Connection connection) {
        return new GenericProbe(connection)
                .described("SELECT 1 AS [a b]", statement -> statement.getMetaData() != null);
    }

    private Generic ask(String product, SqlSyntax syntax) throws SQLException {
        for (final String table : NO_TABLE) {
            from = table;
            find(ValueType.LONG, Long.MIN_VALUE + 1, "BIGINT", "SIGNED", "NUMERIC(19)");
            if (types.containsKey(ValueType.LONG)) {
                break;
            }
        }
        if (mixesTypes()) {
            return untyped(product, syntax);
        }
        javaTimes = gives(ValueType.DATE, "DATE", DAY);
        findTypes();
        findDecimal();
        final boolean longs = types.containsKey(ValueType.LONG);
        final boolean rows = longs && takes(rowsOfTwo());
        final boolean union = longs && takes(unionOfTwo());
        requireConnection();
        final Dialect.Traits traits = new Dialect.Traits(product, syntax, types, bytesColumn(), rows, union, false);
        return new Generic(
                traits,
                new Generic.Driver(javaTimes, findUntypedNull(), takesReadOnly(), hasSavepoints(), true, false));
    }

    /** Throws if the connection is lost, because then a refusal says nothing about the database. */
    private void requireConnection() throws SQLException {
        if (!connection.isValid(5)) {
            throw new SQLException("the connection was lost during the tests of what the database accepts", "08006");
        }
    }

    /** Returns the dialect for columns without types. It casts no argument, because a cast would add a type affinity. */
    private Generic untyped(String product, SqlSyntax syntax) throws SQLException {
        final Dialect.Traits traits = new Dialect.Traits(product, syntax, Map.of(), "BLOB", false, false, false);
        return new Generic(
                traits, new Generic.Driver(true, Types.NULL, takesReadOnly(), hasSavepoints(), false, false));
    }

    /** Whether a column can have a number in one row and a string in the next, so that each value has its own type. */
    private boolean mixesTypes() throws SQLException {
        final String query = "SELECT 1 AS a" + from + " UNION ALL SELECT 'x' AS a" + from;
        return tried(query, statement -> {
            boolean number = false;
            boolean text = false;
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    final Object value = row.getObject(1);
                    number |= value instanceof Number;
                    text |= value instanceof String;
                }
            }
            return number && text;
        });
    }

    private void findTypes() throws SQLException {
        final LocalDateTime moment = LocalDateTime.of(DAY, CLOCK);
        final LocalDateTime micros = moment.withNano(CLOCK.getNano() / MICRO * MICRO);
        find(ValueType.BOOLEAN, true, "BOOLEAN");
        find(ValueType.DOUBLE, 0.1, "DOUBLE PRECISION", "DOUBLE", "FLOAT(53)");
        find(ValueType.TEXT, TEXT, "VARCHAR", "NVARCHAR(MAX)", "VARCHAR(32672)", "CHAR");
        final byte[] bytes = new byte[3_000];
        Arrays.fill(bytes, (byte) -1);
        find(ValueType.BYTES, bytes, "VARBINARY", "VARBINARY(MAX)", "VARCHAR(32672) FOR BIT DATA", "BINARY");
        find(ValueType.DATE, DAY, "DATE");
        find(ValueType.TIME, CLOCK, "TIME(9)");
        find(ValueType.TIME, CLOCK.withNano(micros.getNano()), "TIME(6)");
        find(ValueType.TIME, CLOCK.withNano(0), "TIME");
        find(ValueType.TIMESTAMP, moment, "TIMESTAMP(9)", "TIMESTAMP");
        find(ValueType.TIMESTAMP, micros, "TIMESTAMP(6)", "DATETIME2(7)", "DATETIME(6)");
        find(
                ValueType.INSTANT,
                micros.atOffset(ZoneOffset.UTC),
                "TIMESTAMP(9) WITH TIME ZONE",
                "TIMESTAMP(6) WITH TIME ZONE",
                "DATETIMEOFFSET");
        find(ValueType.UUID, new UUID(1, -1), "UUID");
    }

    /** Returns the code for a null without a type. Drivers that demand a type for every null accept the type of a string. */
    private int findUntypedNull() throws SQLException {
        final String query = "SELECT CAST(? AS " + types.getOrDefault(ValueType.LONG, "BIGINT") + ")" + from;
        final boolean taken = tried(query, statement -> {
            statement.setNull(1, Types.NULL);
            statement.executeQuery().close();
            return true;
        });
        return taken ? Types.NULL : Types.VARCHAR;
    }

    /** Whether a connection can be set to read-only, which most drivers treat as a hint. Called outside a transaction. */
    private boolean takesReadOnly() throws SQLException {
        final boolean now = connection.isReadOnly();
        try {
            connection.setReadOnly(true);
            connection.setReadOnly(now);
            return true;
        } catch (final SQLException | RuntimeException e) {
            return false;
        }
    }

    private boolean hasSavepoints() throws SQLException {
        final boolean now = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try {
            connection.rollback(connection.setSavepoint());
            return true;
        } catch (final SQLException | RuntimeException e) {
            return false;
        } finally {
            if (!connection.isClosed()) {
                connection.rollback();
                connection.setAutoCommit(now);
            }
        }
    }

    private String bytesColumn() {
        final String bytes = types.getOrDefault(ValueType.BYTES, "");
        return bytes.equals("VARBINARY(MAX)") ? bytes : "BLOB";
    }

    /** Finds the decimal type with the most digits that a cast preserves. */
    private void findDecimal() throws SQLException {
        for (final int precision : new int[] {1_000, 65, 38, 31}) {
            final String type = "DECIMAL(" + precision + ", 5)";
            if (gives(ValueType.DECIMAL, type, new BigDecimal("1".repeat(precision - 5) + ".00050"))) {
                types.put(ValueType.DECIMAL, "DECIMAL(" + precision + ", " + Dialect.SCALE + ")");
                return;
            }
        }
    }

    private void find(ValueType type, Object sample, String... names) throws SQLException {
        for (final String name : names) {
            if (!types.containsKey(type) && gives(type, name, sample)) {
                types.put(type, name);
            }
        }
    }

    /** Whether a cast to a type returns the value unchanged. */
    private boolean gives(ValueType type, String name, Object value) throws SQLException {
        return tried("SELECT CAST(? AS " + name + ")" + from, statement -> {
            bind(statement, value);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && same(type, value, row);
            }
        });
    }

    private void bind(PreparedStatement statement, Object value) throws SQLException {
        if (value instanceof Temporal temporal && !javaTimes) {
            statement.setString(1, TemporalText.of(temporal));
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(1, bytes);
        } else {
            statement.setObject(1, value);
        }
    }

    private boolean same(ValueType type, Object value, ResultSet row) throws SQLException {
        if (value instanceof byte[] bytes) {
            return Arrays.equals(bytes, row.getBytes(1));
        }
        if (value instanceof Temporal && !javaTimes) {
            return value.equals(TemporalText.parse(type, row.getString(1)));
        }
        if (value instanceof OffsetDateTime moment) {
            return moment.isEqual(row.getObject(1, OffsetDateTime.class));
        }
        return value.equals(row.getObject(1, value.getClass()));
    }

    private static String rowsOfTwo() {
        return "SELECT k.o, q.a FROM (VALUES (0, CAST(? AS BIGINT)), (1, CAST(? AS BIGINT))) AS k(o, p),"
                + " LATERAL (SELECT k.p AS a FROM (VALUES (1)) AS t(c)) AS q";
    }

    private String unionOfTwo() {
        final String one = "(SELECT CAST(? AS " + types.get(ValueType.LONG) + ") AS a" + from + ") q";
        return "SELECT 0, q.* FROM " + one + " UNION ALL SELECT 1, q.* FROM " + one;
    }

    /** Whether a form for two items returns to each item its own value. */
    private boolean takes(String form) throws SQLException {
        return tried(form, statement -> {
            statement.setLong(1, 70);
            statement.setLong(2, 71);
            int rows = 0;
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows++;
                    if (row.getLong(2) != 70 + row.getLong(1)) {
                        return false;
                    }
                }
            }
            return rows == 2;
        });
    }

    private interface Attempt {
        boolean make(PreparedStatement statement) throws SQLException;
    }

    /**
     * Whether a prepared statement is as expected. If the database may end its transaction when it refuses the statement, callers
     * must use {@link #tried} instead, which rolls back.
     */
    private boolean described(String sql, Attempt attempt) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            return attempt.make(statement);
        } catch (final SQLException | RuntimeException e) {
            return false;
        }
    }

    /** Whether an attempt succeeds. Any error counts as a failure; an open transaction is rolled back. */
    private boolean tried(String sql, Attempt attempt) throws SQLException {
        try {
            return described(sql, attempt);
        } finally {
            if (!connection.isClosed() && !connection.getAutoCommit()) {
                connection.rollback();
            }
        }
    }
}
