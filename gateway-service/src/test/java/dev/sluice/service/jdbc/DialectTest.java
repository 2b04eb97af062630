package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.jdbc.dialect.ChunkForm;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.dialect.FormCheck;
import dev.sluice.service.jdbc.dialect.Generic;
import dev.sluice.service.jdbc.dialect.Generic.TemporalText;
import dev.sluice.service.jdbc.dialect.HsqlDb;
import dev.sluice.service.jdbc.dialect.PostgreSql;
import dev.sluice.service.jdbc.dialect.ReadForms;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.Signature.ParameterType;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of chunked forms, one by one, on the real databases. */
class DialectTest {

    private static final Signature ONE_LONG = new Signature(List.of(ParameterType.of(ValueType.LONG)));

    private static SqlText parse(Dialect dialect, String sql) {
        return SqlText.parse(sql, dialect.syntax());
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldIgnoreRowsOfPaddingWhenThereIsMoreRoomThanItems(TestDatabase database) throws SQLException {
        try (Connection connection = database.open()) {
            final Dialect dialect = Dialects.of(connection);
            final SqlText query = parse(dialect, "SELECT id, note FROM o WHERE t_id = ? ORDER BY note, id");
            compareWithSingles(connection, dialect, query, 13);
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldTakeAsManyItemsAsItSays(TestDatabase database) throws SQLException {
        try (Connection connection = database.open()) {
            final Dialect dialect = Dialects.of(connection);
            final SqlText query = parse(dialect, "SELECT id FROM o WHERE id = ?");
            for (final ChunkForm form :
                    new FormCheck(dialect, connection, ONE_LONG).accepted(query).chunked()) {
                compareWithSingles(connection, dialect, query, Math.min(2_000, form.maxItems()));
            }
        }
    }

    private static void compareWithSingles(Connection connection, Dialect dialect, SqlText query, int count)
            throws SQLException {
        final ReadForms forms = new FormCheck(dialect, connection, ONE_LONG).accepted(query);
        final Asking asking = new Asking(connection, dialect, ONE_LONG);
        final List<Arguments> items = IntStream.range(0, count)
                .mapToObj(i -> Arguments.of((long) (i * 31 % 45)))
                .toList();
        final List<List<List<Object>>> singles = new ArrayList<>();
        for (final Arguments item : items) {
            singles.add(asking.single(forms.single(), item).rows());
        }
        assertFalse(forms.chunked().isEmpty());
        for (final ChunkForm form : forms.chunked()) {
            if (count <= form.maxItems()) {
                assertEquals(singles, asking.chunk(form, items), form.name());
            }
        }
    }

    /** The inner order is all there is: a plan with workers or another order of joins may not lose it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id, n FROM big ORDER BY n DESC, id",
                "SELECT n, MAX(id) FROM big GROUP BY n ORDER BY n DESC"
            })
    void shouldKeepInnerOrderWhenPostgreSqlPlansInParallel(String sql) throws SQLException {
        try (Connection connection = TestDatabase.POSTGRESQL.open();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE big AS SELECT g AS id, g * 7919 % 1009 AS n FROM generate_series(1, 20000) g");
            statement.execute("ANALYZE big");
            statement.execute(
                    "SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;"
                            + " SET debug_parallel_query = on");
            final Dialect dialect = Dialects.of(connection);
            final SqlText query = parse(dialect, sql);
            final ReadForms forms = new FormCheck(dialect, connection, Signature.NONE).accepted(query);
            final Asking asking = new Asking(connection, dialect, Signature.NONE);
            final List<List<Object>> single =
                    asking.single(forms.single(), Arguments.NONE).rows();
            final List<Arguments> items = List.of(Arguments.NONE, Arguments.NONE, Arguments.NONE);
            assertEquals(
                    List.of(single, single, single),
                    asking.chunk(forms.chunked().get(0), items));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"HSQLDB", "H2"})
    void shouldKeepInnerOrderWhenThereAreManyRows(TestDatabase database) throws SQLException {
        try (Connection connection = database.open();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE big (id INT PRIMARY KEY, n INT)");
            for (int i = 0; i < 3_000; i++) {
                statement.execute("INSERT INTO big VALUES (" + i + ", " + i * 7919 % 1009 + ")");
            }
            statement.execute("CREATE INDEX big_n ON big (n)");
            final Dialect dialect = Dialects.of(connection);
            compareWithSingles(
                    connection, dialect, parse(dialect, "SELECT id, n FROM big WHERE id > ? ORDER BY n, id DESC"), 5);
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldAskOneAtATimeWhenNullHasNoType(TestDatabase database) throws SQLException {
        try (Connection connection = database.open()) {
            final Dialect dialect = Dialects.of(connection);
            final Signature untyped = dialect.signature(Arguments.of((Object) null), List.of());
            final SqlText query = parse(dialect, "SELECT id FROM t WHERE id = ?;");
            assertTrue(untyped.untyped());
            assertEquals(
                    new ReadForms("SELECT id FROM t WHERE id = ?", List.of(), List.of(), List.of()),
                    dialect.readForms(query, untyped));
        }
    }

    @Test
    void shouldTakeDeclaredTypeForNull() {
        final Signature signature = Generic.h2().signature(Arguments.of((Object) null), List.of(ValueType.LONG));
        assertEquals(ONE_LONG, signature);
    }

    @Test
    void shouldTellDecimalsOfDifferentScalesApartWhenTheDatabaseCutsThem() {
        final Arguments money = Arguments.of(new BigDecimal("1.25"));
        final Arguments thousands = Arguments.of(new BigDecimal("1E+3"));
        assertEquals(
                2, new HsqlDb().signature(money, List.of()).parameters().get(0).scale());
        assertEquals(
                0,
                new HsqlDb().signature(thousands, List.of()).parameters().get(0).scale());
        assertEquals(
                0,
                new PostgreSql().signature(money, List.of()).parameters().get(0).scale());
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldThrowWhenTheDatabaseRefusesTheUsersText(TestDatabase database) throws SQLException {
        try (Connection connection = database.open()) {
            final Dialect dialect = Dialects.of(connection);
            final SqlText query = parse(dialect, "SELECT nothing FROM t WHERE id = ?");
            final SQLException refused = assertThrows(
                    SQLException.class, () -> new FormCheck(dialect, connection, ONE_LONG).accepted(query));
            assertTrue(refused.getSQLState().startsWith("42"), refused.getSQLState());
        }
    }

    /** HSQLDB prepares both, and refuses each argument of the first. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "HSQLDB"})
    void shouldThrowWhenNoArgumentOfADeclaredTypeFits(TestDatabase database) throws SQLException {
        try (Connection connection = database.open();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE priced (k NUMERIC(8, 2), name VARCHAR(20))");
            final Dialect dialect = Dialects.of(connection);
            final SqlText query = parse(dialect, "SELECT name FROM priced WHERE k = ?");
            final Signature days = Signature.of(List.of(ValueType.DATE));
            final SQLException refused = assertThrows(
                    SQLException.class, () -> new FormCheck(dialect, connection, days).prepare(query.sql()));
            assertTrue(refused.getSQLState().startsWith("42"), refused.getSQLState());
            assertFalse(new FormCheck(dialect, connection, ONE_LONG)
                    .accepted(query)
                    .chunked()
                    .isEmpty());
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldThrowWhenTheConnectionIsGone(TestDatabase database) throws SQLException {
        final Connection connection = database.open();
        final Dialect dialect = Dialects.of(connection);
        connection.close();
        assertThrows(
                SQLException.class,
                () -> new FormCheck(dialect, connection, ONE_LONG)
                        .accepted(parse(dialect, "SELECT id FROM t WHERE id = ?")));
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void shouldLeaveTransactionAliveWhenFormIsRefused(TestDatabase database) throws SQLException {
        try (Connection connection = database.open();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO o (id, t_id) VALUES (1000, 1)");
            final Dialect dialect = Dialects.of(connection);
            new FormCheck(dialect, connection, ONE_LONG).accepted(parse(dialect, "SELECT SUM(id + ?) FROM t"));
            assertThrows(
                    SQLException.class,
                    () -> new FormCheck(dialect, connection, Signature.NONE)
                            .accepted(parse(dialect, "SELECT nothing FROM t")));
            try (ResultSet rows = statement.executeQuery("SELECT id FROM o WHERE id = 1000")) {
                assertTrue(rows.next());
            }
        }
    }

    @Test
    void shouldNotUseNamesThatOccurInTheStatement() {
        final SqlText query = SqlText.parse("SELECT Sluice_ord, sluicex FROM t WHERE id = ?", SqlSyntax.POSTGRESQL);
        final String sql =
                new PostgreSql().readForms(query, ONE_LONG).chunked().get(0).sql(2);
        assertTrue(sql.contains("AS sluicexx_k(sluicexx_p0, sluicexx_ord)"), sql);
    }

    @Test
    void shouldPutNewlineBeforeTheParenthesis() {
        final SqlText query = SqlText.parse("SELECT id FROM t WHERE id = ? -- the one", SqlSyntax.POSTGRESQL);
        final String sql =
                new PostgreSql().readForms(query, ONE_LONG).chunked().get(0).sql(2);
        assertTrue(sql.endsWith("WHERE id = sluice_k.sluice_p0\n) AS sluice_q"), sql);
    }

    @Test
    void shouldRoundSizesToFewWithLittleWaste() {
        final Signature wide = new Signature(Collections.nCopies(32, ParameterType.of(ValueType.DATE)));
        final SqlText query = SqlText.parse("SELECT " + "?, ".repeat(31) + "?", SqlSyntax.POSTGRESQL);
        final ChunkForm form = new PostgreSql().readForms(query, wide).chunked().get(0);
        final List<Integer> sizes =
                IntStream.rangeClosed(1, 64).map(form::room).distinct().boxed().toList();
        assertEquals(List.of(1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64), sizes);
        assertEquals(1_023, form.room(950));
        assertThrows(IllegalArgumentException.class, () -> form.room(1_024));
    }

    @Test
    void shouldStayWithinTheDriversParameters() {
        final Signature wide = new Signature(Collections.nCopies(100, ParameterType.of(ValueType.DATE)));
        final SqlText query = SqlText.parse("SELECT " + "?, ".repeat(99) + "?", SqlSyntax.POSTGRESQL);
        assertEquals(
                327, new PostgreSql().readForms(query, wide).chunked().get(0).maxItems());
    }

    @Test
    void shouldAskOneAtATimeWhenTwoItemsHaveTooManyParameters() throws SQLException {
        try (Connection connection = TestDatabase.H2.open()) {
            final Dialect dialect = Dialects.of(connection);
            final Signature wide = new Signature(Collections.nCopies(1_100, ParameterType.of(ValueType.LONG)));
            final SqlText query = parse(dialect, "SELECT id FROM t WHERE id IN (" + "?, ".repeat(1_099) + "?)");
            assertEquals(
                    List.of(),
                    new FormCheck(dialect, connection, wide).accepted(query).chunked());
        }
    }

    /** HSQLDB compiles the first form and then stumbles over it: the chunk fails as a whole, no item gets a wrong answer. */
    @Test
    void shouldHaveUnionToFallBackOnWhenHsqlDbCannotRunRows() throws SQLException {
        try (Connection connection = TestDatabase.HSQLDB.open()) {
            final Dialect dialect = Dialects.of(connection);
            final SqlText query = parse(
                    dialect,
                    "SELECT id FROM t ORDER BY (SELECT COUNT(*) FROM o WHERE t_id = t.id AND id > ?) DESC, id");
            final ReadForms forms = new FormCheck(dialect, connection, ONE_LONG).accepted(query);
            final Asking asking = new Asking(connection, dialect, ONE_LONG);
            final List<Arguments> items = List.of(Arguments.of(1L), Arguments.of(30L));
            final SQLException failed = assertThrows(
                    SQLException.class, () -> asking.chunk(forms.chunked().get(0), items));
            assertEquals("S1000", failed.getSQLState());
            final List<List<List<Object>>> singles = List.of(
                    asking.single(forms.single(), items.get(0)).rows(),
                    asking.single(forms.single(), items.get(1)).rows());
            assertEquals(singles, asking.chunk(forms.chunked().get(1), items));
        }
    }

    /** Texts would be converted with what HSQLDB's sessions share. */
    @Test
    void shouldBindDaysOfTheJulianCalendarAsObjectsThatAreTheSameAsTheirTexts() throws SQLException {
        final Dialect dialect = new HsqlDb();
        try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:julian", "SA", "");
                PreparedStatement same =
                        connection.prepareStatement("VALUES (CAST(? AS TIMESTAMP(9)) = CAST(? AS TIMESTAMP(9)))")) {
            for (LocalDate day = LocalDate.of(1, 1, 1); day.getYear() < 1600; day = day.plusDays(7)) {
                final LocalDateTime moment = day.atTime(2, 30, 0, 1_000);
                try {
                    same.setObject(1, dialect.bound(moment));
                } catch (final SQLException e) {
                    assertEquals("22007", e.getSQLState());
                    assertEquals(LocalDate.of(1582, 10, 10).withDayOfMonth(day.getDayOfMonth()), day, "no such day");
                    continue;
                }
                same.setString(2, TemporalText.of(moment));
                try (ResultSet row = same.executeQuery()) {
                    assertTrue(row.next() && row.getBoolean(1), day::toString);
                }
            }
        }
    }
}
