package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.proof.Footprint;
import dev.sluice.service.jdbc.proof.Footprints;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A catalog proves in each mode of its product what it proves in the regular one: no fact is lost. */
class ProofInModesTest extends JdbcTest {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static final String[] TABLES = {
        "CREATE TABLE plain (id BIGINT PRIMARY KEY, n VARCHAR(9) DEFAULT 'a', CHECK (id > 0))",
        "CREATE TABLE line (plain BIGINT, n BIGINT, FOREIGN KEY (plain) REFERENCES plain (id) ON DELETE CASCADE)",
        "CREATE TABLE heard (id BIGINT PRIMARY KEY)",
        "CREATE VIEW good AS SELECT id, n FROM plain",
        "CREATE VIEW v AS SELECT id FROM heard",
        "CREATE VIEW calling AS SELECT n FROM line WHERE f(n) > 0"
    };

    /** All of their arguments are whole numbers. */
    private static final List<String> STATEMENTS = List.of(
            "INSERT INTO plain (id) VALUES (?)",
            "UPDATE plain SET n = 'b' WHERE id = ?",
            "DELETE FROM plain WHERE id = ?",
            "INSERT INTO line (plain, n) VALUES (?, ?)",
            "INSERT INTO heard VALUES (?)",
            "INSERT INTO good (id) VALUES (?)",
            "DELETE FROM v WHERE id = ?",
            "UPDATE plain SET id = f(id)",
            "SELECT n FROM plain WHERE id = ?",
            "SELECT n FROM good WHERE id = ?",
            "SELECT n FROM calling WHERE n = ?");

    private static final List<String> OF_EXPRESSIONS = List.of(
            "INSERT INTO checked VALUES (?)",
            "INSERT INTO filled (n) VALUES (?)",
            "UPDATE grown SET id = ?",
            "INSERT INTO of_domain VALUES (?)");

    /** A routine that nobody looks into. */
    public static long opaque(long value) {
        return value;
    }

    private static Map<String, String> proved(Database database, List<String> statements) throws SQLException {
        final Map<String, String> proved = new LinkedHashMap<>();
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            final Session session = session(connection);
            final Footprints footprints = footprints(session);
            for (final String sql : statements) {
                final SqlText text = SqlText.parse(sql, session.dialect().syntax());
                final List<ValueType> types = Collections.nCopies(text.parameters(), ValueType.LONG);
                final Footprint footprint = footprints.of(text, Signature.of(types));
                proved.put(sql, shown(footprint));
            }
        }
        return proved;
    }

    private static String shown(Footprint footprint) {
        return ("own " + footprint.ownTransaction() + ", call " + footprint.noCall() + ", writes "
                        + shown(footprint.writes()) + ", reads " + shown(footprint.reads()))
                .toLowerCase(Locale.ROOT);
    }

    private static String shown(Footprint.Tables tables) {
        return tables.rows().entrySet().stream().map(Object::toString).sorted().toList() + " " + tables.everything();
    }

    private static void assertSame(Map<String, String> expected, Map<String, String> proved) {
        expected.forEach((sql, footprint) -> assertEquals(footprint, proved.get(sql), sql));
    }

    private void assertAsIn(Database regular, Database mode, List<String> statements, String... schema)
            throws SQLException {
        regular.execute(schema);
        mode.execute(schema);
        final Map<String, String> expected = proved(regular, statements);
        assertSame(expected, proved(mode, statements));
        assertFalse(expected.toString().contains("cannot be asked"), expected::toString);
    }

    private static String[] schema(String... more) {
        final List<String> all = new ArrayList<>(List.of(more));
        all.addAll(1, List.of(TABLES));
        return all.toArray(String[]::new);
    }

    private static Database h2(String mode) {
        return new Database(null, "jdbc:h2:mem:proof" + NUMBER.incrementAndGet() + ";DB_CLOSE_DELAY=-1" + mode, "SA");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "STRICT",
                "LEGACY",
                "DB2",
                "Derby",
                "HSQLDB",
                "MSSQLServer",
                "MySQL",
                "MariaDB",
                "Oracle",
                "PostgreSQL",
                "PostgreSQL;DATABASE_TO_LOWER=TRUE",
                "REGULAR;DATABASE_TO_UPPER=FALSE"
            })
    void shouldProveTheSameInEachModeOfH2(String mode) throws SQLException {
        final List<String> statements = new ArrayList<>(STATEMENTS);
        statements.addAll(OF_EXPRESSIONS);
        assertAsIn(
                h2(""),
                h2(";MODE=" + mode),
                statements,
                schema(
                        "CREATE ALIAS f FOR \"" + ProofInModesTest.class.getName() + ".opaque\"",
                        "CREATE TRIGGER t AFTER INSERT ON heard FOR EACH ROW CALL \"" + ModesTest.Audit.class.getName()
                                + "\"",
                        "CREATE DOMAIN d AS BIGINT CHECK (f(VALUE) > 0)",
                        "CREATE TABLE of_domain (id d)",
                        "CREATE TABLE checked (id BIGINT, CHECK (f(id) > 0))",
                        "CREATE TABLE filled (id BIGINT DEFAULT f(1), n BIGINT)",
                        "CREATE TABLE grown (id BIGINT, n BIGINT GENERATED ALWAYS AS (f(id)))"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sql.syntax_ora=true",
                "sql.syntax_pgs=true",
                "sql.syntax_mys=true",
                "sql.syntax_db2=true",
                "sql.syntax_mss=true",
                "sql.concat_nulls=false",
                "sql.char_literal=false",
                "sql.lowercase_ident=true"
            })
    void shouldProveTheSameInEachModeOfHsqlDb(String property) throws SQLException {
        assertAsIn(
                database(TestDatabase.HSQLDB),
                new Database(null, "jdbc:hsqldb:mem:proof" + NUMBER.incrementAndGet() + ";" + property, "SA"),
                STATEMENTS,
                schema(
                        "CREATE FUNCTION f(x BIGINT) RETURNS BIGINT DETERMINISTIC CONTAINS SQL RETURN x",
                        "CREATE TRIGGER t AFTER INSERT ON heard REFERENCING NEW ROW AS x FOR EACH ROW"
                                + " INSERT INTO line (n) VALUES (x.id)"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ORACLE",
                "EMPTY_STRING_IS_NULL",
                "ORACLE,EMPTY_STRING_IS_NULL",
                "ANSI",
                "NO_BACKSLASH_ESCAPES",
                "TRADITIONAL"
            })
    void shouldProveTheSameInEachSqlModeOfMariaDb(String mode) throws SQLException {
        final Database regular = mariaDb("proof");
        final Database other = regular.with("sessionVariables=sql_mode='" + mode + "'");
        regular.execute(schema(
                "CREATE FUNCTION f(x BIGINT) RETURNS BIGINT DETERMINISTIC RETURN x",
                "CREATE TRIGGER t AFTER INSERT ON heard FOR EACH ROW INSERT INTO line (n) VALUES (NEW.id)"));
        final Map<String, String> expected = proved(regular, STATEMENTS);
        assertSame(expected, proved(other, STATEMENTS));
        assertFalse(expected.toString().contains("cannot be asked"), expected::toString);
    }

    /** The routines of a package are not in the catalog, the package is. */
    @Test
    void shouldNotTakeAPackagesFunctionForOneThatIsBuiltIn() throws SQLException {
        final Database database = mariaDb("package", "sessionVariables=sql_mode='ORACLE'");
        database.execute(
                "CREATE TABLE plain (id BIGINT)",
                "CREATE PACKAGE tools AS FUNCTION f(x NUMBER) RETURN NUMBER; END",
                "CREATE PACKAGE BODY tools AS FUNCTION f(x NUMBER) RETURN NUMBER AS BEGIN RETURN x; END; END");
        final Map<String, String> proved = proved(database, List.of("UPDATE plain SET id = tools.f(id)"));
        assertEquals(1, proved.size());
        assertEquals(true, proved.toString().contains("own optional[function tools.f is opaque]"), proved::toString);
    }

    /** As a word ORDER it would end the tables of a text, and as INSERT INTO line it would write another table. */
    @Test
    void shouldReadNamesAsTheModeOfTheDatabaseDoes() throws SQLException {
        final Database database = h2(";MODE=MSSQLServer");
        database.execute(
                "CREATE TABLE a (id BIGINT)",
                "CREATE TABLE line (id BIGINT)",
                "CREATE TABLE line#2 (id BIGINT)",
                "CREATE TABLE [order] (id BIGINT)");
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            final Session session = session(connection);
            final Footprints footprints = footprints(session);
            for (final Map.Entry<String, String> one : Map.of(
                            "SELECT COUNT(*) FROM a, [order]", "[PUBLIC.A, PUBLIC.ORDER]",
                            "SELECT COUNT(*) FROM a JOIN PUBLIC..line#2 l ON l.id = a.id", "[PUBLIC.A, PUBLIC.LINE#2]",
                            "INSERT INTO line#2 VALUES (1)", "[PUBLIC.LINE#2]")
                    .entrySet()) {
                final SqlText text = SqlText.parse(one.getKey(), SqlSyntax.H2); // before the database is asked
                final Footprint footprint = footprints.of(text, Signature.NONE);
                final Footprint.Tables tables =
                        text.kind() == SqlText.Kind.QUERY ? footprint.reads() : footprint.writes();
                assertEquals(Optional.empty(), tables.everything(), one.getKey());
                assertEquals(
                        one.getValue().toLowerCase(Locale.ROOT),
                        tables.names().stream()
                                .map(Object::toString)
                                .sorted()
                                .toList()
                                .toString());
            }
        }
    }
}
