package dev.sluice.service.jdbc;

import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Statements that change the schema between reads and updates: those after them are planned before they run, and by what they
 * touch afterwards, not by what they touched before.
 */
class ChangingSchemaTest extends AsIfAlone {

    private static final int ROUNDS = 90;

    private TestDatabase kind;

    static Stream<Arguments> all() {
        return Stream.of(TestDatabase.POSTGRESQL, TestDatabase.HSQLDB)
                .flatMap(kind -> Stream.of(1, 3, 40).map(limit -> Arguments.of(kind, limit)));
    }

    @Override
    Database made() throws SQLException {
        return database(kind);
    }

    /** Reads of a table, and updates of another one that come to change it, in chunks before and after the change. */
    private void assertSeen(TestDatabase where, int limit, String read, String update, String... change)
            throws SQLException {
        kind = where;
        schema(
                "CREATE TABLE a (id BIGINT PRIMARY KEY, n BIGINT)",
                "CREATE TABLE b (id BIGINT PRIMARY KEY, n BIGINT)",
                "INSERT INTO a VALUES (1, 0)",
                "INSERT INTO b VALUES (1, 100)");
        tables("SELECT * FROM a", "SELECT * FROM b");
        for (int i = 0; i < ROUNDS; i++) {
            if (i == ROUNDS / 2) {
                for (final String sql : change) {
                    update(sql);
                }
            }
            query(read, 1L);
            update(update, 1L);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldReadWhatATriggerWritesWhenItIsMadeMeanwhile(TestDatabase where, int limit) throws SQLException {
        final boolean postgres = where == TestDatabase.POSTGRESQL;
        if (postgres) {
            schema("CREATE FUNCTION copied() RETURNS trigger LANGUAGE plpgsql AS"
                    + " $$ BEGIN UPDATE b SET n = b.n + NEW.n; RETURN NEW; END $$");
        }
        assertSeen(
                where,
                limit,
                "SELECT n FROM b WHERE id = ?",
                "UPDATE a SET n = n + 1 WHERE id = ?",
                "CREATE TRIGGER copied AFTER UPDATE ON a "
                        + (postgres
                                ? "FOR EACH ROW EXECUTE FUNCTION copied()"
                                : "REFERENCING NEW AS r FOR EACH ROW UPDATE b SET n = n + r.n"));
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldReadTheTableOfAViewWhenThatIsAnotherOneMeanwhile(TestDatabase where, int limit) throws SQLException {
        schema("CREATE TABLE other (id BIGINT, n BIGINT)", "CREATE VIEW v AS SELECT id, n FROM other");
        assertSeen(
                where,
                limit,
                "SELECT SUM(n) AS n FROM v WHERE id = ?",
                "UPDATE a SET n = n + 1 WHERE id = ?",
                "DROP VIEW v",
                "CREATE VIEW v AS SELECT id, n FROM a");
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldReadTheTableOfAViewWhenItTakesTheNameOfATableMeanwhile(TestDatabase where, int limit)
            throws SQLException {
        assertSeen(
                where,
                limit,
                "SELECT n FROM b WHERE id = ?",
                "UPDATE a SET n = n + 1 WHERE id = ?",
                "DROP TABLE b",
                "CREATE VIEW b AS SELECT id, n FROM a");
    }
}
