package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.service.CapturedLog;
import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.dialect.Views;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Views that are declared as what a lookup reads: order is kept as if their tables were declared. */
class DeclaredViewTest extends JdbcTest {

    @TempDir
    private Path directory;

    private static final String[] SCHEMA = {
        "CREATE TABLE account (id BIGINT PRIMARY KEY, n BIGINT)",
        "CREATE TABLE other (id BIGINT PRIMARY KEY, n BIGINT)",
        "INSERT INTO account VALUES (1, 0), (2, 0), (3, 0)",
        "CREATE VIEW rich AS SELECT id, n FROM account WHERE n > 0",
        "CREATE VIEW richest (id, most) AS SELECT id, n + 0 FROM rich r WHERE COALESCE(n, 0) > 1"
    };

    private static final String RICHEST = "SELECT most AS n FROM richest WHERE id = ?";
    private static final String ADD = "UPDATE account SET n = n + 1 WHERE id = ?";

    private static String alone(Database database) throws SQLException {
        final List<String> said = new ArrayList<>();
        try (Connection connection = database.connect();
                PreparedStatement read = connection.prepareStatement(RICHEST);
                PreparedStatement add = connection.prepareStatement(ADD)) {
            for (int i = 0; i < 30; i++) {
                read.setLong(1, 1 + i % 3);
                try (ResultSet found = read.executeQuery()) {
                    said.add(found.next() ? "n=" + found.getLong(1) : "not found");
                }
                add.setLong(1, 1 + i % 2);
                said.add("updated " + add.executeUpdate());
            }
        }
        return String.join("\n", said);
    }

    private String throughGateway(Database database, String reads) {
        final JdbcGateway gateway = gateway(database, "", """
                chunk:
                  limit: 40
                  callsInFlight: 4
                lookups:
                  richest:
                    sql: %s
                    types: [long]
                    reads: [%s]
                statements:
                  add:
                    sql: %s
                    types: [long]
                    reads: []
                    writes: [account]
                """.formatted(RICHEST, reads, ADD));
        for (int i = 0; i < 30; i++) {
            gateway.lookup("richest", 1L + i % 3).update("add", 1L + i % 2);
        }
        return gateway.texts().stream()
                .map(text -> text.replaceAll("\\[\\{[nN]=(\\d+)}]", "n=$1"))
                .collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadAViewAfterTheUpdatesOfItsTableWhenOnlyTheViewIsDeclared(TestDatabase kind) throws SQLException {
        for (final String reads : List.of("richest", "Public.RICHEST")) {
            final Database alone = database(kind);
            alone.execute(SCHEMA);
            final Database shared = database(kind);
            shared.execute(SCHEMA);
            assertEquals(alone(alone), throughGateway(shared, reads));
        }
    }

    /** Nothing is asked one after another that may be asked together. */
    @Test
    void shouldShareCallsWhereTheViewReadsOtherTables() throws SQLException {
        final Database database = database(TestDatabase.HSQLDB);
        database.execute(SCHEMA);
        database.execute("CREATE VIEW others AS SELECT id, n FROM other");
        final JdbcGateway gateway = gateway(database, "", """
                lookups:
                  others: {sql: 'SELECT n FROM others WHERE id = ?', types: [long], reads: [others]}
                statements:
                  add: {sql: '%s', types: [long], reads: [], writes: [account]}
                """.formatted(ADD));
        gateway.lookup("others", 0L).update("add", 1L);
        gateway.texts();
        final long before = gateway.trips();
        for (int i = 0; i < 40; i++) {
            gateway.lookup("others", (long) i).update("add", 1L);
        }
        gateway.texts();
        assertEquals(true, gateway.trips() - before < 12, () -> gateway.trips() - before + " trips");
    }

    private static String tables(Database database, String name) throws SQLException {
        try (Connection connection = database.connect()) {
            final TableName view = TableName.of(name);
            final Map<TableName, Optional<Set<TableName>>> found =
                    Views.among(connection, Dialects.of(connection).syntax(), Set.of(view, TableName.of("account")));
            assertEquals(Optional.empty(), Optional.ofNullable(found.get(TableName.of("account"))));
            return found.containsKey(view)
                    ? found.get(view)
                            .map(all -> new TreeSet<>(
                                            all.stream().map(TableName::table).toList())
                                    .toString())
                            .orElse("any")
                    : "no view";
        }
    }

    private static void assertFound(Database database) throws SQLException {
        database.execute(SCHEMA);
        database.execute("CREATE VIEW joined AS SELECT r.id FROM richest r JOIN other o ON o.id = r.id");
        assertEquals("[account]", tables(database, "rich"));
        assertEquals("[account]", tables(database, "Richest"));
        assertEquals("[account, other]", tables(database, "joined"));
        assertEquals("no view", tables(database, "gone"));
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindTheTablesBehindViewsOfViews(TestDatabase kind) throws SQLException {
        assertFound(database(kind));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:sqlite:%s", "jdbc:derby:%s;create=true"})
    void shouldCountAViewAsEveryTableWhenItsTextIsNotRead(String url) throws SQLException {
        final Database database = new Database(null, url.formatted(directory.resolve("db")), "SA");
        database.execute(SCHEMA);
        assertEquals("any", tables(database, "rich"));
        assertEquals("any", tables(database, "Richest"));
        assertEquals("no view", tables(database, "gone"));
    }

    @Test
    void shouldFindTheTablesBehindViewsOfViewsOnMariaDb() throws SQLException {
        assertFound(mariaDb("views"));
    }

    @ParameterizedTest
    @EnumSource(names = {"HSQLDB", "H2"})
    void shouldFindViewsInAnySpelling(TestDatabase kind) throws SQLException {
        final Database database = database(kind);
        database.execute(SCHEMA);
        database.execute(
                "CREATE VIEW \"Mixed_up\" AS SELECT id FROM account",
                "CREATE VIEW \"Stra\u00dfe\" AS SELECT id FROM other");
        assertEquals("[account]", tables(database, "\"Mixed_up\""));
        assertEquals("[other]", tables(database, "\"Stra\u00dfe\""));
    }

    private Database withoutRightsTo(String catalog) throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute(SCHEMA);
        final String user = "blind_to_" + catalog + ProcessHandle.current().pid();
        database.execute(
                "CREATE ROLE " + user + " LOGIN",
                "GRANT ALL ON SCHEMA public TO " + user,
                "GRANT ALL ON ALL TABLES IN SCHEMA public TO " + user,
                "REVOKE SELECT ON pg_catalog." + catalog + " FROM PUBLIC",
                "GRANT SELECT (oid, relname, relnamespace) ON pg_catalog.pg_class TO PUBLIC"); // the driver asks for
        // these
        return new Database(database.kind(), database.url(), user);
    }

    private static final String LOOKUP = """
            lookups:
              richest: {sql: '%s', types: [long], reads: [richest, account]}
            """.formatted(RICHEST);

    private void assertAnswered(Database database, String logged) {
        try (CapturedLog log = new CapturedLog();
                JdbcGateway gateway = gateway("name: gw\ndatabases:\n" + database.section("main")
                        + "    updates: at-least-once\n" + LOOKUP)) {
            gateway.lookup("richest", 1L).lookup("richest", 2L);
            assertEquals(List.of("not found", "not found"), gateway.texts());
            assertEquals(1, log.count(logged), () -> String.join("\n", log.lines()));
        }
    }

    @Test
    void shouldAnswerWhenTheDatabaseRefusesToSayWhichNamesAreViews() throws SQLException {
        assertAnswered(withoutRightsTo("pg_class"), "the database does not say which declared names are views");
    }

    @Test
    void shouldTakeAViewForOneOfAnyTableWhenTheDatabaseRefusesToShowIt() throws SQLException {
        assertAnswered(withoutRightsTo("pg_rewrite"), "richest is a view of any tables");
    }

    @Test
    void shouldTakeAViewThatCallsAFunctionForAViewOfAnyTable() throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute(SCHEMA);
        database.execute(
                "CREATE FUNCTION total() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT SUM(n)::bigint FROM other'",
                "CREATE VIEW opaque AS SELECT id, total() FROM account",
                "CREATE VIEW upon AS SELECT upper(id::text) FROM opaque",
                "CREATE MATERIALIZED VIEW kept AS SELECT id FROM account",
                "CREATE VIEW of_kept AS SELECT id, lower('A'), now() FROM kept",
                "CREATE RULE loud AS ON INSERT TO of_kept DO INSTEAD INSERT INTO other VALUES (1, 2)");
        assertEquals("any", tables(database, "opaque"));
        assertEquals("any", tables(database, "upon"));
        assertEquals("[kept]", tables(database, "of_kept").replace(", other", ""));
        assertEquals("no view", tables(database, "kept"));
        final Database elsewhere = database(TestDatabase.H2);
        elsewhere.execute(SCHEMA);
        elsewhere.execute(
                "CREATE ALIAS f AS 'long f(long x) { return x; }'",
                "CREATE VIEW opaque AS SELECT f(id) AS id FROM account",
                "CREATE SYNONYM same FOR account");
        assertEquals("any", tables(elsewhere, "opaque"));
    }
}
