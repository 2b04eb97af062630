package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Declarations that do not say which tables they touch: they are asked in as few calls as those that do. */
class UndeclaredTablesTest extends JdbcTest {

    private static final int ROUNDS = 400;

    private static String config(boolean declared) {
        return """
                chunk:
                  limit: 100
                lookups:
                  customer: {sql: 'SELECT name FROM customer WHERE id = ?', types: [long]%s}
                  address: {sql: 'SELECT city FROM address WHERE id = ?', types: [long]%s}
                statements:
                  letter: {sql: 'UPDATE contract SET letter = ? WHERE id = ?', types: [text, long]%s}
                """.formatted(
                        declared ? ", reads: [customer], trust: declared" : "",
                        declared ? ", reads: [address], trust: declared" : "",
                        declared ? ", reads: [], writes: [contract], trust: declared" : "");
    }

    private long trips(TestDatabase kind, boolean declared) throws SQLException {
        final Database database = database(kind);
        database.execute(
                "CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR(20))",
                "CREATE TABLE address (id BIGINT PRIMARY KEY, city VARCHAR(20))",
                "CREATE TABLE contract (id BIGINT PRIMARY KEY, letter VARCHAR(20))",
                "INSERT INTO customer VALUES (1, 'a')",
                "INSERT INTO address VALUES (1, 'b')",
                "INSERT INTO contract VALUES (1, 'c')");
        final JdbcGateway gateway = gateway(database, "", config(declared));
        gateway.lookup("customer", 1L).lookup("address", 1L).update("letter", "c", 1L);
        gateway.texts(); // whatever the start took: by now the catalog was asked
        final long before = gateway.trips();
        final List<String> expected = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            gateway.lookup("customer", 1L).lookup("address", 1L).update("letter", "d" + i, 1L);
            expected.addAll(List.of("[{name=a}]", "[{city=b}]", "updated 1"));
        }
        final List<String> texts = gateway.texts().stream()
                .map(text -> text.replace("NAME", "name").replace("CITY", "city"))
                .toList();
        assertEquals(expected, texts);
        assertEquals(List.of("d" + (ROUNDS - 1)), database.rows("SELECT letter FROM contract"));
        return gateway.trips() - before;
    }

    @ParameterizedTest
    @EnumSource
    void shouldShareCallsWhereNothingIsDeclared(TestDatabase kind) throws SQLException {
        final long declared = trips(kind, true);
        final long derived = trips(kind, false);
        assertTrue(derived < declared + 40, () -> derived + " trips, " + declared + " if the tables are declared");
        assertTrue(derived < ROUNDS, () -> derived + " trips"); // one after another it is three a round
    }
}
