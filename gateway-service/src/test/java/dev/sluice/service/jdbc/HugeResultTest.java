package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.jdbc.connect.ConnectionPools;
import dev.sluice.service.memory.InMemoryRun;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Results that no memory could hold: 50 GB in rows of 100 KB. Nobody waits for all of them either. */
class HugeResultTest extends JdbcTest {

    private static final String HUGE = "SELECT repeat('x', 100000) AS x"
            + " FROM generate_series(1, CASE WHEN CAST(? AS BIGINT) = 7 THEN 500000 ELSE 1 END)";

    private JdbcGateway generous(String databaseKeys) throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        return gateway("name: gw\nlimits:\n  resultRows: 1000000\n  resultBytes: 1MB\ndatabases:\n"
                + database.section("main")
                + databaseKeys.indent(4) + "lookups:\n  huge:\n    sql: " + HUGE + "\n    types: [long]\n");
    }

    private static List<String> sizes(JdbcGateway gateway) {
        final List<String> sizes = new ArrayList<>();
        for (final InMemoryRun.Result result : gateway.results()) {
            sizes.add(
                    result.rows() == null
                            ? result.toString()
                            : result.rows().size() + " of "
                                    + result.rows().get(0).getString("x").length());
        }
        return sizes;
    }

    private static List<String> allBut(int items, int bad) {
        final List<String> expected = new ArrayList<>(Collections.nCopies(items, "1 of 100000"));
        expected.set(bad, "TOO_LARGE");
        return expected;
    }

    @Test
    void shouldFailOnlyTheLookupWhoseResultIsHuge() throws SQLException {
        final JdbcGateway gateway = generous("");
        for (long i = 0; i < 60; i++) {
            gateway.lookup("huge", i);
        }
        assertEquals(allBut(60, 7), sizes(gateway));
        gateway.lookup("huge", 1L).lookup("huge", 7L).lookup("huge", 2L);
        assertEquals(allBut(3, 1), sizes(gateway));
    }

    @Test
    void shouldFailOnlyTheQueryWhoseResultIsHuge() throws SQLException {
        final JdbcGateway gateway = generous("adHoc: true\n");
        gateway.query(HUGE, 1L);
        assertEquals(List.of("1 of 100000"), sizes(gateway));
        gateway.query(HUGE + " WHERE random() >= 0", 7L);
        gateway.query(HUGE + " WHERE random() >= 0", 1L);
        assertEquals(allBut(2, 0), sizes(gateway));
    }

    @Test
    void shouldFailTheHugeOneWithinASnapshot() throws SQLException {
        final JdbcGateway gateway = generous("snapshot: true\n");
        for (long i = 0; i < 20; i++) {
            gateway.lookup("huge", i);
        }
        assertEquals(allBut(20, 7), sizes(gateway));
        assertTrue(gateway.trips() < 100, gateway.trips() + " trips");
    }

    @Test
    void shouldFailOnlyTheUpdateWhoseRowsAreLargerThanTheDriverReads() throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute("CREATE TABLE counter (n BIGINT)", "INSERT INTO counter VALUES (0)");
        final JdbcGateway gateway = gateway(database, "", """
                lookups:
                  counted:
                    sql: SELECT n FROM counter WHERE n > ?
                statements:
                  count:
                    database: main
                    writes: [counter]
                    sql: UPDATE counter SET n = n + 1 RETURNING repeat('x', CAST(? AS INT)) AS x
                """);
        for (final long size : new long[] {1, ConnectionPools.mostOfOne() + 1, 2}) {
            gateway.update("count", size);
        }
        gateway.lookup("counted", 0L);
        assertEquals(List.of("[{x=x}]", "TOO_LARGE 08S01", "[{x=xx}]", "[{n=2}]"), gateway.texts());
    }

    private JdbcGateway below() throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute("CREATE TABLE number (n BIGINT)", "INSERT INTO number SELECT generate_series(0, 999)");
        return gateway("name: gw\nlimits:\n  resultRows: 500\ndatabases:\n"
                + database.section("main")
                + "lookups:\n  below:\n    sql: SELECT n FROM number WHERE n < ?\n    types: [long]\n");
    }

    private static List<String> counts(JdbcGateway gateway) {
        return gateway.results().stream()
                .map(result -> result.rows() == null
                        ? result.toString()
                        : String.valueOf(result.rows().size()))
                .toList();
    }

    @Test
    void shouldGiveAllRowsWhenTheFirstPartIsNotAll() throws SQLException {
        final JdbcGateway gateway = below();
        for (final long n : new long[] {99, 100, 101, 499, 500, 501, 3}) {
            gateway.lookup("below", n);
            assertEquals(List.of(n > 500 ? "TOO_LARGE" : String.valueOf(n)), counts(gateway));
        }
        gateway.lookup("below", 250L).lookup("below", 501L).lookup("below", 1L).lookup("below", 499L);
        assertEquals(List.of("250", "TOO_LARGE", "1", "499"), counts(gateway));
    }

    @Test
    void shouldGiveAllRowsOfAChunkWhenTheFirstPartIsNotAll() throws SQLException {
        final JdbcGateway gateway = below();
        gateway.lookup("below", 99L).lookup("below", 1L).lookup("below", 2L);
        assertEquals(List.of("99", "1", "2"), counts(gateway));
        gateway.lookup("below", 400L).lookup("below", 7L).lookup("below", 300L);
        assertEquals(List.of("400", "7", "300"), counts(gateway));
    }

    @Test
    void shouldTakeOneRoundTripWhenACallsResultIsSmall() throws SQLException {
        final JdbcGateway gateway = below();
        gateway.lookup("below", 2L).lookup("below", 3L).texts();
        gateway.lookup("below", 2L).texts();
        final long before = gateway.trips();

        gateway.lookup("below", 4L).lookup("below", 3L).texts();
        gateway.lookup("below", 5L).texts();

        assertEquals(2, gateway.trips() - before);
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerWhenResultsMayHaveOnlyFewRows(TestDatabase kind) throws SQLException {
        final Database database = database(kind);
        database.execute("CREATE TABLE number (n BIGINT PRIMARY KEY)", "INSERT INTO number VALUES (1), (2), (3)");
        final JdbcGateway gateway = gateway("name: gw\nlimits:\n  resultRows: 2\ndatabases:\n"
                + database.section("main")
                + "lookups:\n  below:\n    sql: SELECT n AS \"n\" FROM number WHERE n < ?\n    types: [long]\n");
        assertEquals(List.of("[{n=1}]"), gateway.lookup("below", 2L).texts());
        assertEquals(
                List.of("[{n=1}]", "TOO_LARGE"),
                gateway.lookup("below", 2L).lookup("below", 9L).texts());
    }
}
