package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.footprint.DatabaseIdentity;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.proof.Footprints;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.testsupport.SeriesLength;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random reads and updates of a small table, in both orders on a real database. Where the read answers otherwise after the
 * update, the two may not be called apart. More of them with {@code -Dschemas=N}, others with {@code -Dseed=S}.
 */
@Tag("series")
class RowBoundsPropertyTest extends JdbcTest {

    /** Reads of a schema, and updates; each is tried with each. */
    private static final int TEXTS = 10;

    private static final int DRAWS = 4;

    /** A text, with the columns that its parameters belong to. */
    private record Template(String sql, List<String> columns) {}

    /** A statement with its arguments. */
    private record Asked(String sql, List<Object> values) {

        Arguments arguments() {
            return Arguments.of(values.toArray());
        }

        @Override
        public String toString() {
            return sql + " " + values;
        }
    }

    private Random random;
    private boolean postgres;
    private boolean parted;

    @ParameterizedTest
    @EnumSource
    void shouldCallApartOnlyWhatNobodyCanTellWhenItIsReordered(TestDatabase kind) throws SQLException {
        final long seed = Long.getLong("seed", 1);
        final int schemas = SeriesLength.of("schemas", 15, 500);
        final int[] counts = new int[3];
        for (long itsSeed = seed; itsSeed < seed + schemas; itsSeed++) {
            try {
                check(kind, itsSeed, counts);
            } catch (final AssertionError e) {
                throw new AssertionError("repeat with -Dschemas=1 -Dseed=" + itsSeed + ": " + e.getMessage(), e);
            }
        }
        System.out.printf(
                "%s: %d pairs from seed %d on; reordering shows in %d; %d are apart, %d%% of the others%n",
                kind, counts[0], seed, counts[1], counts[2], 100 * counts[2] / (counts[0] - counts[1]));
        assertTrue(counts[1] * 20 > counts[0], "too few pairs show their order: " + Arrays.toString(counts));
        assertTrue(counts[2] * 25 > counts[0], "too few pairs are apart: " + Arrays.toString(counts));
    }

    private void check(TestDatabase kind, long seed, int[] counts) throws SQLException {
        random = new Random(seed * 0x9E3779B97F4A7C15L); // seeds in a row give correlated first numbers
        postgres = kind == TestDatabase.POSTGRESQL;
        final Database database = database(kind);
        final List<String> schema = schema();
        try (Connection connection = database.connect();
                Connection proving = database.connect()) {
            tolerantly(connection, schema);
            connection.setAutoCommit(false);
            proving.setAutoCommit(false);
            final Session session = session(proving);
            final Footprints footprints = footprints(session);
            final List<Template> reads = templates(connection, this::read);
            final List<Template> updates = templates(connection, this::update);
            for (final Template each : reads) {
                for (final Template change : updates) {
                    for (int i = 0; i < DRAWS; i++) {
                        final Asked read = asked(each);
                        final Asked update = asked(change);
                        final boolean shows = shows(connection, read, update);
                        final boolean apart = apart(session, footprints, read, update);
                        counts[0]++;
                        counts[1] += shows ? 1 : 0;
                        counts[2] += apart ? 1 : 0;
                        assertTrue(
                                !apart || !shows,
                                () -> "apart, and yet it shows:\n" + read + "\n" + update + "\n"
                                        + String.join(";\n", schema));
                    }
                }
            }
        }
    }

    /** Texts that the database takes. */
    private List<Template> templates(Connection connection, Supplier<Template> draw) throws SQLException {
        final List<Template> templates = new ArrayList<>();
        while (templates.size() < TEXTS) {
            final Template template = draw.get();
            if (answer(connection, asked(template)).stream().noneMatch(line -> line.startsWith("error 42"))) {
                templates.add(template);
            }
            connection.rollback();
        }
        return templates;
    }

    private Asked asked(Template template) {
        return new Asked(
                template.sql(), template.columns().stream().map(this::value).toList());
    }

    private static void tolerantly(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (final String sql : statements) {
                try {
                    statement.execute(sql);
                } catch (final SQLException e) {
                    // a row that breaks a constraint, or what this database does not have
                }
            }
        }
    }

    /** What the gateway would say of the two. */
    private static boolean apart(Session session, Footprints footprints, Asked read, Asked update) throws SQLException {
        final DatabaseIdentity one = DatabaseIdentity.named("one");
        final var reads = proved(session, footprints, read).reads().bounds();
        final var writes = proved(session, footprints, update).writes().bounds();
        return !Footprint.of(one, reads, Optional.of(Map.of()))
                .conflict(Footprint.of(one, Optional.of(Map.of()), writes))
                .between(read.arguments(), update.arguments());
    }

    private static dev.sluice.service.jdbc.proof.Footprint proved(Session session, Footprints footprints, Asked asked)
            throws SQLException {
        final Arguments arguments = asked.arguments();
        final List<ValueType> types = new ArrayList<>();
        for (int i = 0; i < arguments.count(); i++) {
            types.add(arguments.type(i));
        }
        return footprints.of(SqlText.parse(asked.sql(), session.dialect().syntax()), Signature.of(types));
    }

    /** Whether the read answers otherwise after the update. */
    private static boolean shows(Connection connection, Asked read, Asked update) throws SQLException {
        final List<String> before = answer(connection, read);
        answer(connection, update);
        final List<String> after = answer(connection, read);
        connection.rollback();
        return !before.equals(after);
    }

    private static List<String> answer(Connection connection, Asked asked) throws SQLException {
        final Savepoint savepoint = connection.setSavepoint();
        final List<String> answer = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(asked.sql())) {
            for (int i = 0; i < asked.values().size(); i++) {
                final Object value = asked.values().get(i);
                if (value instanceof Long number) {
                    statement.setLong(i + 1, number);
                } else if (value instanceof String text) {
                    statement.setString(i + 1, text);
                } else {
                    statement.setBigDecimal(i + 1, (BigDecimal) value);
                }
            }
            if (statement.execute()) {
                final ResultSet rows = statement.getResultSet();
                while (rows.next()) {
                    answer.add(String.valueOf(rows.getString(1)));
                }
            }
            answer.sort(null);
        } catch (final SQLException | IndexOutOfBoundsException e) {
            connection.rollback(savepoint);
            answer.clear();
            answer.add("error " + (e instanceof SQLException sql ? sql.getSQLState() : e.toString()));
        }
        return answer;
    }

    @SafeVarargs
    private <T> T of(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private boolean oneIn(int chances) {
        return random.nextInt(chances) == 0;
    }

    private List<String> schema() {
        final List<String> schema = new ArrayList<>(List.of(
                "CREATE DOMAIN code AS VARCHAR(5)",
                "CREATE COLLATION folding (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                "CREATE EXTENSION IF NOT EXISTS citext"));
        if (!postgres && oneIn(2)) {
            schema.add("SET DATABASE COLLATION SQL_TEXT NO PAD");
        }
        final String text = postgres
                ? of("TEXT", "VARCHAR(2)", "CHAR(3)", "CITEXT", "TEXT COLLATE folding", "code", "TEXT")
                : of("VARCHAR(2)", "VARCHAR(5)", "CHAR(3)", "VARCHAR_IGNORECASE(5)", "code", "VARCHAR(5)");
        final String computed = oneIn(3) ? ", g BIGINT GENERATED ALWAYS AS (" + of("a + 1", "id * 2", "id") + ")" : "";
        parted = postgres && oneIn(4);
        if (parted) {
            schema.add("CREATE TABLE p (id BIGINT, a BIGINT, t " + text + ", up BIGINT) PARTITION BY "
                    + of("HASH (id)", "RANGE (a)"));
            schema.add("CREATE TABLE part PARTITION OF p FOR VALUES WITH (MODULUS 2, REMAINDER 0)");
            schema.add("CREATE TABLE other PARTITION OF p FOR VALUES WITH (MODULUS 2, REMAINDER 1)");
            schema.add("CREATE TABLE part PARTITION OF p FOR VALUES FROM (MINVALUE) TO (1)");
            schema.add("CREATE TABLE other PARTITION OF p DEFAULT");
        }
        schema.add("CREATE TABLE p (id " + of("BIGINT", "INT", "NUMERIC(9,2)") + " PRIMARY KEY, a "
                + of("INT", "BIGINT", "NUMERIC(9,1)") + (oneIn(3) ? " UNIQUE" : "") + ", t " + text
                + (oneIn(3) ? " UNIQUE" : "") + ", up "
                + (oneIn(3) ? "BIGINT REFERENCES p " + of("ON DELETE CASCADE", "ON DELETE SET NULL", "") : "BIGINT")
                + computed + (computed.isEmpty() || !postgres ? "" : " STORED").replace(")", "") + ")");
        schema.add("CREATE TABLE p (id BIGINT PRIMARY KEY, a BIGINT, t " + text + ", up BIGINT)");
        schema.add("CREATE TABLE o (id BIGINT PRIMARY KEY, a BIGINT, p BIGINT"
                + (oneIn(3) ? " REFERENCES p ON DELETE CASCADE" : "") + ")");
        schema.add("CREATE VIEW v AS SELECT id, a, t, up FROM p WHERE a > 0");
        if (oneIn(4)) {
            schema.add("CREATE FUNCTION moved() RETURNS trigger LANGUAGE plpgsql AS"
                    + " $$ BEGIN NEW.id := NEW.id + 1; RETURN NEW; END $$");
            schema.add("CREATE TRIGGER moves BEFORE UPDATE ON p FOR EACH ROW EXECUTE FUNCTION moved()");
            schema.add(
                    "CREATE TRIGGER moves BEFORE UPDATE ON p REFERENCING NEW ROW AS x FOR EACH ROW SET x.id = x.id + 1");
        }
        for (int i = 0; i < 5; i++) {
            schema.add("INSERT INTO p (id, a, t, up) VALUES (" + i + ", " + random.nextInt(3) + ", '" + text() + "', "
                    + (i == 0 ? "NULL" : random.nextInt(i)) + ")");
            schema.add("INSERT INTO o VALUES (" + i + ", " + random.nextInt(3) + ", " + random.nextInt(4) + ")");
        }
        return schema;
    }

    private String text() {
        return of("a", "A", "a ", "b", "b  ", "");
    }

    /** An argument; seldom of a type that is not the column's. */
    private Object value(String column) {
        final Object number = (long) random.nextInt(5);
        if (oneIn(20)) {
            return of(new BigDecimal(random.nextInt(3)), new BigDecimal("1.0"), text(), number);
        }
        return column.endsWith("t") ? text() : number;
    }

    private String column(String prefix) {
        return prefix + of("id", "id", "id", "id", "a", "a", "t", "t", "up", "g");
    }

    /** A condition, with its arguments. */
    private String condition(String prefix, List<String> values) {
        final String column = column(prefix);
        final String number = prefix + of("id", "a", "up");
        switch (random.nextInt(40)) {
            case 0 -> {
                return number + " > " + random.nextInt(3);
            }
            case 1 -> {
                return "10 / " + number + " > 2";
            }
            case 2 -> {
                return number + of(" IS NULL", " IS NOT NULL", " IN (1, 2, 3)", " BETWEEN 0 AND 2");
            }
            case 3 -> {
                values.add(number);
                return number + " = ? " + of("+ 1", "- 1", "* 1");
            }
            case 4 -> {
                values.add(column);
                return "NOT " + column + " = ?";
            }
            case 5 -> {
                values.add(column);
                values.add(number);
                return "(" + column + " = ? OR " + number + " = ?)";
            }
            case 6 -> {
                return number + " = (SELECT " + of("max", "min") + "(a) FROM " + of("p", "o", "v") + ")";
            }
            case 7 -> {
                values.add(number);
                return prefix + "id " + of("=", ">=", "<>") + " CAST(? AS INT)";
            }
            default -> {
                values.add(column);
                return oneIn(4) ? "? = " + column : oneIn(5) ? "(" + column + " = ?)" : column + " = ?";
            }
        }
    }

    private String where(String prefix, List<String> values) {
        final StringBuilder where = new StringBuilder(" WHERE ").append(condition(prefix, values));
        for (int i = 0; i < 2 && oneIn(4); i++) {
            where.append(oneIn(6) ? " OR " : " AND ").append(condition(prefix, values));
        }
        return where.toString();
    }

    private Template read() {
        final List<String> values = new ArrayList<>();
        final String row = postgres
                ? "concat(%1$sid, ' ', %1$sa, ' ', %1$st, ' ', %1$sup)"
                : "%1$sid || ' ' || COALESCE(%1$sa, 9)"
                        + " || ' ' || COALESCE(%1$st, '-') || ' ' || COALESCE(%1$sup, 9)";
        final String item = of(row, row, row, row, "count(*)", "max(%1$sa)", "10 / %1$sa");
        final String from = switch (random.nextInt(16)) {
            case 0 -> "p x LEFT JOIN o ON o.p = x.id";
            case 1 -> "o LEFT JOIN p x ON o.p = x.id AND 10 / x.a > 1";
            case 2 -> "p x JOIN p y ON x.up = y.id";
            case 3 -> "v x";
            case 4 -> "(SELECT * FROM p) x";
            case 5, 6 -> parted ? "part x" : "p x";
            default -> of("p x", "p");
        };
        final String names = from.contains(" x") ? "x." : of("", "p.");
        final String with = oneIn(25) ? "WITH w AS (SELECT * FROM p) " : "";
        final String sql = with + "SELECT " + item.formatted(names) + " FROM " + from + where(names, values)
                + (oneIn(25) ? " UNION ALL SELECT " + (item.contains("(") || postgres ? "'1'" : "1") + " FROM o" : "");
        return new Template(sql, values);
    }

    private Template update() {
        final List<String> values = new ArrayList<>();
        return switch (random.nextInt(6)) {
            case 0 ->
                new Template(
                        "DELETE FROM " + of("p", "p", "v", "o", parted ? "part" : "p") + where("", values), values);
            case 1, 2 -> new Template(insert(values), values);
            default -> {
                final String column = of("id", "a", "a", "a", "t", "up", "up");
                final String value = column.equals("t")
                        ? of("'" + text() + "'", "upper(t)")
                        : of(column + " + 1", "1", "0", "2", "id", "(SELECT max(a) FROM o)", "10 / a");
                final String more = oneIn(5) ? ", t = 'c'" : "";
                final String sql = "UPDATE " + of("p", "p", "p", "v", parted ? "part" : "p") + " SET " + column + " = "
                        + value + more + where("", values);
                yield new Template(sql, values);
            }
        };
    }

    private String insert(List<String> values) {
        final List<String> columns = new ArrayList<>(List.of("id", "a", "t", "up"));
        columns.removeIf(column -> !column.equals("id") && oneIn(3));
        if (oneIn(2)) {
            columns.add(columns.remove(0));
        }
        final List<String> places = new ArrayList<>();
        for (final String column : columns) {
            if (oneIn(4)) {
                places.add(column.equals("t") ? "'" + text() + "'" : "" + random.nextInt(5));
            } else {
                values.add(column);
                places.add("?");
            }
        }
        final String into = "INSERT INTO p (" + String.join(", ", columns) + ") ";
        final String row = String.join(", ", places);
        if (postgres) {
            return into
                    + of("VALUES (" + row + ")", "VALUES (" + row + ")", "SELECT " + row)
                    + of(
                            "",
                            " ON CONFLICT DO NOTHING",
                            " ON CONFLICT (id) DO UPDATE SET a = 1",
                            " ON CONFLICT (t) DO UPDATE SET a = EXCLUDED.a, up = 2",
                            " ON CONFLICT (a) DO UPDATE SET id = p.id + 1");
        }
        return oneIn(5)
                ? "MERGE INTO p USING (VALUES(" + row + ")) AS n (" + String.join(", ", columns) + ") ON p.id = n.id"
                        + " WHEN MATCHED THEN UPDATE SET a = 2"
                : into + "VALUES (" + row + ")";
    }
}
