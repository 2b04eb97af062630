package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What random programs found, each in its smallest form. */
class FoundByEquivalenceTest extends JdbcTest {

    private static final String LIMIT = """
            lookups:
              first:
                sql: SELECT id FROM customer ORDER BY id LIMIT ?
                types: [long]
            """;

    private Database customers(TestDatabase kind) throws SQLException {
        final Database database = database(kind);
        database.execute(
                "CREATE TABLE customer (id BIGINT PRIMARY KEY, d INTEGER)",
                "INSERT INTO customer VALUES (1, 0), (2, 1), (3, 0)");
        return database;
    }

    /** HSQLDB refuses the typed form and takes each savepoint only once. */
    @ParameterizedTest
    @EnumSource
    void shouldFindAFormInsideASnapshotWhenTheTypedOneIsRefused(TestDatabase kind) throws SQLException {
        final JdbcGateway gateway = gateway(customers(kind), "snapshot: true\n", LIMIT);
        gateway.lookup("first", 1L);
        gateway.lookup("first", 2L);
        assertEquals(List.of("[{ID=1}]", "[{ID=1}, {ID=2}]"), upper(gateway.texts()));
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnInASnapshotAfterSeveralFailures(TestDatabase kind) throws SQLException {
        final JdbcGateway gateway = gateway(customers(kind), "snapshot: true\n", """
                lookups:
                  share:
                    sql: SELECT 10 / d AS q FROM customer WHERE id = ?
                    types: [long]
                """);
        gateway.lookup("share", 1L).lookup("share", 3L).lookup("share", 2L);
        assertEquals(List.of("REJECTED 22012", "REJECTED 22012", "[{Q=10}]"), upper(gateway.texts()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLeaveNoSettingToTheNextReadOfASnapshot(boolean local) throws SQLException {
        final Database database = customers(TestDatabase.POSTGRESQL);
        database.execute("CREATE FUNCTION met(x BIGINT) RETURNS INTEGER LANGUAGE sql AS $$ SELECT length("
                + "set_config('app.met', concat(current_setting('app.met', true), x), " + local + ")) $$");
        final JdbcGateway gateway = gateway(database, "snapshot: true\n", """
                lookups:
                  met:
                    sql: SELECT met(?) AS q
                    types: [long]
                """);
        gateway.lookup("met", 1L).lookup("met", 2L);
        assertEquals(List.of("[{q=1}]", "[{q=1}]"), gateway.texts());
    }

    /** Its driver lets a parameter that is null and has no type keep the type it had before. */
    @Test
    void shouldNotGiveAnUntypedNullTheTypeOfAnEarlierRequest() throws SQLException {
        final JdbcGateway gateway = gateway(customers(TestDatabase.POSTGRESQL), "adHoc: true\n", "");
        final String sql = "UPDATE customer SET d = 1 WHERE id = ?";
        gateway.update(sql, true).update(sql, (Object) null);
        assertEquals(List.of("REJECTED 42883", "updated 0"), gateway.texts());
    }

    private static List<String> upper(List<String> texts) {
        return texts.stream()
                .map(text -> text.replace("id=", "ID=").replace("q=", "Q="))
                .toList();
    }
}
