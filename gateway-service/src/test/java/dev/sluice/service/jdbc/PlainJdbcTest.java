package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.jdbc.dialect.ChunkForm;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.dialect.FormCheck;
import dev.sluice.service.jdbc.dialect.ReadForms;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.sql.SqlText;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What HSQLDB and H2 answer to the statement as it is written, prepared anew and bound by plain setters, is what the single
 * form and every chunk answers: arguments of all types for columns of all types, in many places of a statement.
 */
class PlainJdbcTest {

    private static final Map<String, String> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put("i", "INTEGER");
        COLUMNS.put("s", "SMALLINT");
        COLUMNS.put("b", "BIGINT");
        COLUMNS.put("d", "DECIMAL(8, 2)");
        COLUMNS.put("r", "REAL");
        COLUMNS.put("f", "DOUBLE PRECISION");
        COLUMNS.put("v", "VARCHAR(4)");
        COLUMNS.put("ch", "CHAR(3)");
        COLUMNS.put("ic", "VARCHAR_IGNORECASE(4)");
        COLUMNS.put("dt", "DATE");
        COLUMNS.put("ts", "TIMESTAMP(0)");
        COLUMNS.put("t6", "TIMESTAMP");
        COLUMNS.put("tz", "TIMESTAMP WITH TIME ZONE");
        COLUMNS.put("tm", "TIME");
        COLUMNS.put("u", "UUID");
        COLUMNS.put("bo", "BOOLEAN");
        COLUMNS.put("vb", "VARBINARY(3)");
        COLUMNS.put("bi", "BINARY(3)");
    }

    private static final List<String> ROWS = List.of(
            "1, 1, 1, 1, 1.00, 1.5, 1.5, 'a', 'a', 'Ab', DATE '2020-01-01', TIMESTAMP '2020-01-01 10:00:00',"
                    + " TIMESTAMP '2020-01-01 10:00:00.123456', TIMESTAMP '2020-01-01 10:00:00+00:00', TIME '10:00:00',"
                    + " '00000000-0000-0001-0000-000000000001', TRUE, X'01', X'010000'",
            "2, 2, 2, 2, 2.50, 0.1, 0.1, 'tool', 'abc', 'tool', DATE '1970-01-01', TIMESTAMP '2020-01-01 10:00:01',"
                    + " TIMESTAMP '2020-01-01 10:00:01', TIMESTAMP '2020-01-01 10:00:01+00:00', TIME '10:00:01',"
                    + " '00000000-0000-0001-0000-000000000002', FALSE, X'0203', X'020304'",
            "3" + ", NULL".repeat(18));

    /** With {@code #} for a column and {@code @} for its type. */
    private static final List<String> OF_COLUMNS = List.of(
            "SELECT id FROM t WHERE # = ?",
            "SELECT id FROM t WHERE ? = #",
            "SELECT id FROM t WHERE # IN (?, ?)",
            "SELECT id FROM t WHERE # NOT IN (?, ?)",
            "SELECT id FROM t WHERE # >= ?",
            "SELECT id FROM t WHERE ? < #",
            "SELECT id FROM t WHERE NOT (# = ?)",
            "SELECT id FROM t WHERE # BETWEEN ? AND ?",
            "SELECT id FROM t WHERE # IS NOT DISTINCT FROM ?",
            "SELECT id FROM t WHERE ? IS NULL OR # <> ?",
            "SELECT id FROM t WHERE (#, id) = (?, ?)",
            "SELECT id FROM t WHERE # = COALESCE(?, #)",
            "SELECT id FROM t WHERE # = NULLIF(?, ?)",
            "SELECT id FROM t WHERE CASE # WHEN ? THEN 1 ELSE 2 END = 1",
            "SELECT id FROM t WHERE # = (SELECT MAX(#) FROM t WHERE # <= ?)",
            "SELECT id FROM t WHERE EXISTS (SELECT 1 FROM t o WHERE o.# = t.# AND o.# = ?)",
            "SELECT id FROM t WHERE # + ? > ?",
            "SELECT id FROM t WHERE # = ? + 1",
            "SELECT id FROM t WHERE # = ? || ''",
            "SELECT id FROM t WHERE # = -?",
            "SELECT id FROM t WHERE # LIKE ?",
            "SELECT id FROM t WHERE # = CAST(? AS @)",
            "SELECT id, COALESCE(#, ?) AS x FROM t",
            "SELECT id, COALESCE(?, #) AS x FROM t",
            "SELECT id, NULLIF(#, ?) AS x FROM t",
            "SELECT id, CASE WHEN # = ? THEN ? ELSE # END AS x FROM t",
            "SELECT id, CAST(? AS @) AS x FROM t",
            "SELECT id, # + ? AS x FROM t",
            "SELECT id, # * ? AS x FROM t WHERE # = ?",
            "SELECT id, # || ? AS x FROM t",
            "SELECT # FROM t WHERE id = 1 UNION SELECT ? FROM t",
            "SELECT x.# FROM (SELECT # FROM t WHERE # > ?) x WHERE x.# < ?",
            "SELECT COUNT(*) AS n FROM t GROUP BY # HAVING MAX(#) = ?");

    private static final List<String> OF_NONE = List.of(
            "SELECT id, ? / 3 AS x FROM t",
            "SELECT id, ? AS x FROM t",
            "SELECT id, ? || 'x' AS x FROM t",
            "SELECT id, MOD(b, ?) AS x FROM t",
            "SELECT id, ABS(?) AS x FROM t",
            "SELECT id, SUBSTRING(v FROM ?) AS x FROM t",
            "SELECT id, GREATEST(d, ?) AS x FROM t",
            "SELECT id, CAST(? AS VARCHAR(2)) AS x FROM t",
            "SELECT id, CAST(? AS DECIMAL(3, 1)) AS x FROM t",
            "SELECT id, UPPER(?) AS x FROM t",
            "SELECT SUM(?) AS x FROM t",
            "SELECT id FROM t ORDER BY id LIMIT ?",
            "SELECT id FROM t ORDER BY id OFFSET ? ROWS FETCH FIRST ? ROWS ONLY",
            "SELECT id FROM t WHERE ? = ?",
            "SELECT id FROM t WHERE ? IN (1, 2)",
            "SELECT id FROM t WHERE LENGTH(?) = 3",
            "SELECT id FROM t WHERE UPPER(v) = ?",
            "SELECT id FROM t WHERE UPPER(v) = UPPER(?)",
            "SELECT id FROM t WHERE id + 1 = ?",
            "SELECT id FROM t WHERE i = ? / 2",
            "SELECT id FROM t WHERE ?",
            "SELECT id FROM t WHERE d + ? > 2",
            "SELECT id FROM t WHERE ts + INTERVAL '1' SECOND = ?");

    private static final List<Object> VALUES = List.of(
            1L,
            2L,
            -1L,
            40_000L,
            3_000_000_000L,
            new BigDecimal("1"),
            new BigDecimal("2"),
            new BigDecimal("1.4"),
            new BigDecimal("1.5"),
            new BigDecimal("2.5"),
            new BigDecimal("1.00"),
            new BigDecimal("2.50"),
            new BigDecimal("1.001"),
            new BigDecimal("2.509"),
            new BigDecimal("123456789"),
            1.5,
            0.1,
            1.0,
            1e300,
            "a",
            "A",
            "AB",
            "a ",
            "abc",
            "TOOL",
            "tool   ",
            "toolong",
            "",
            "1",
            "2020-01-01",
            LocalDate.of(2020, 1, 1),
            LocalDate.of(1970, 1, 1),
            LocalDateTime.of(2020, 1, 1, 10, 0),
            LocalDateTime.of(2020, 1, 1, 10, 0, 0, 400_000_000),
            LocalDateTime.of(2020, 1, 1, 10, 0, 0, 600_000_000),
            LocalDateTime.of(2020, 1, 1, 10, 0, 0, 123_456_789),
            Instant.parse("2020-01-01T10:00:00Z"),
            Instant.parse("2020-01-01T10:00:00.000000001Z"),
            LocalTime.of(10, 0),
            LocalTime.of(10, 0, 0, 1_000),
            new UUID(1, 1),
            new UUID(1, 2),
            true,
            false,
            new byte[] {1},
            new byte[] {2, 3, 4},
            new byte[] {2, 3, 4, 5});

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"HSQLDB", "H2"})
    void shouldAnswerInEachFormAsPlainJdbcDoes(TestDatabase database) throws SQLException {
        try (Connection connection = open(database)) {
            final Forms forms = new Forms(connection);
            for (final String sql : OF_NONE) {
                forms.check(sql);
            }
            for (final Map.Entry<String, String> column : COLUMNS.entrySet()) {
                for (final String sql : OF_COLUMNS) {
                    forms.check(sql.replace("#", column.getKey()).replace("@", column.getValue()));
                }
            }
            System.out.println(database + ": " + forms.chunks + " items answered by chunks, " + forms.singles
                    + " statements alone, " + forms.unanswered + " chunks failed");
            assertTrue(forms.chunks > 2_000, "few chunks: " + forms.chunks);
            assertEquals(
                    0,
                    forms.differences.size(),
                    () -> String.join("\n", forms.differences.stream().limit(40).toList()));
        }
    }

    private static Connection open(TestDatabase database) throws SQLException {
        final Connection connection = database.open();
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE t");
            final StringBuilder table = new StringBuilder("CREATE TABLE t (id BIGINT PRIMARY KEY");
            COLUMNS.forEach(
                    (name, type) -> table.append(", ").append(name).append(' ').append(type));
            statement.execute(table + ")");
            for (final String name : COLUMNS.keySet()) {
                if (name.length() == 1) {
                    statement.execute("CREATE INDEX x_" + name + " ON t (" + name + ")"); // some have one
                }
            }
            for (final String row : ROWS) {
                statement.execute("INSERT INTO t VALUES (" + row + ")");
            }
        }
        return connection;
    }

    /** The forms of statements on one connection. */
    private static final class Forms {

        private final Connection connection;
        private final Dialect dialect;
        private final List<String> differences = new ArrayList<>();
        private int chunks;
        private int singles;
        private int unanswered;

        Forms(Connection connection) throws SQLException {
            this.connection = connection;
            this.dialect = Dialects.of(connection);
        }

        void check(String sql) {
            final SqlText query = SqlText.parse(sql, dialect.syntax());
            final Map<String, List<Arguments>> alike = new TreeMap<>();
            for (final Object value : VALUES) {
                final Object[] values = new Object[query.parameters()];
                Arrays.fill(values, value);
                final Arguments arguments = Arguments.of(values);
                alike.computeIfAbsent(signature(arguments).toString(), key -> new ArrayList<>())
                        .add(arguments);
            }
            alike.values().forEach(items -> check(query, items));
        }

        private Signature signature(Arguments arguments) {
            return dialect.signature(arguments, List.of());
        }

        private void check(SqlText query, List<Arguments> alike) {
            final Signature signature = signature(alike.get(0));
            final List<Arguments> items = new ArrayList<>(alike);
            items.add(Arguments.of(Collections.nCopies(query.parameters(), null).toArray()));
            final List<Optional<List<String>>> plain = items.stream()
                    .map(item -> plain(query.sql(), item, signature))
                    .toList();
            final ReadForms forms;
            try {
                forms = new FormCheck(dialect, connection, signature).accepted(query);
            } catch (final SQLException e) {
                if (plain.stream().anyMatch(Optional::isPresent)) {
                    differences.add(query.sql() + " " + signature + " is refused: " + e.getMessage());
                }
                return;
            }
            assertEquals(query.sql(), forms.single());
            singles += forms.chunked().isEmpty() ? 1 : 0;
            for (final ChunkForm form : forms.chunked()) {
                final boolean refused = plain.subList(0, alike.size()).stream().allMatch(Optional::isEmpty);
                for (int one = 0; one < (refused ? 1 : items.size()); one++) {
                    final int two = (one + 1) % items.size();
                    compare(
                            query,
                            form,
                            signature,
                            List.of(items.get(one), items.get(two)),
                            List.of(plain.get(one), plain.get(two)));
                }
            }
        }

        private void compare(
                SqlText query,
                ChunkForm form,
                Signature signature,
                List<Arguments> items,
                List<Optional<List<String>>> plain) {
            final List<List<List<Object>>> found;
            try {
                found = new Asking(connection, dialect, signature).chunk(form, items);
            } catch (final SQLException | RuntimeException e) {
                unanswered++; // each is asked alone then
                return;
            }
            for (int i = 0; i < items.size(); i++) {
                chunks++;
                final Optional<List<String>> rows = Optional.of(texts(found.get(i)));
                if (!rows.equals(plain.get(i))) {
                    differences.add(query.sql() + " " + items.get(i).values() + "\n  plain: " + plain.get(i) + "\n  "
                            + form.name() + ": " + rows);
                }
            }
        }

        /** Returns the rows, or nothing where the database or its driver refuses it. */
        private Optional<List<String>> plain(String sql, Arguments arguments, Signature signature) {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < arguments.count(); i++) {
                    set(statement, i + 1, arguments.values().get(i), signature);
                }
                return Optional.of(texts(Asking.read(statement).rows()));
            } catch (final SQLException | RuntimeException e) {
                return Optional.empty(); // HSQLDB's driver does not read each UUID that it gives
            }
        }

        private void set(PreparedStatement statement, int index, Object value, Signature signature)
                throws SQLException {
            if (value == null) {
                statement.setNull(
                        index,
                        dialect.jdbcType(signature.parameters().get(index - 1).value()));
            } else if (value instanceof Long number) {
                statement.setLong(index, number);
            } else if (value instanceof Double number) {
                statement.setDouble(index, number);
            } else if (value instanceof BigDecimal number) {
                statement.setBigDecimal(index, number);
            } else if (value instanceof String text) {
                statement.setString(index, text);
            } else if (value instanceof Boolean flag) {
                statement.setBoolean(index, flag);
            } else if (value instanceof byte[] bytes) {
                statement.setBytes(index, bytes);
            } else if (value instanceof Instant instant) {
                statement.setObject(index, instant.atOffset(ZoneOffset.UTC));
            } else {
                statement.setObject(index, value);
            }
        }

        private static List<String> texts(List<List<Object>> rows) {
            return rows.stream().map(Object::toString).sorted().toList();
        }
    }
}
