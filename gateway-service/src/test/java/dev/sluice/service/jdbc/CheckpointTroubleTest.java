package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trouble with the gateway's own tables is waited for, and fails no update that has a transaction of its own. */
class CheckpointTroubleTest extends JdbcTest {

    private static final String INSERT = "INSERT INTO t VALUES (?)";
    private static final String EACH = "adHoc: true\ntransaction: each\n";

    private Database database() throws SQLException {
        final Database database = database(TestDatabase.POSTGRESQL);
        database.execute("CREATE TABLE t (id BIGINT PRIMARY KEY)");
        return database;
    }

    @ParameterizedTest
    @CsvSource({
        "sluice_checkpoint, 57014, 1",
        "sluice_checkpoint, 40P01, 1",
        "sluice_checkpoint, 53200, 2",
        "sluice_outcome, 53100, 1",
        "sluice_outcome, 57014, 2",
        "sluice_outcome, 40001, 1"
    })
    void shouldRunTheUpdateWhenTroubleWithItsTablesIsOver(String table, String state, int retries) throws SQLException {
        final Database database = database();
        final JdbcGateway gateway = gateway(database, EACH + "retries: " + retries + "\n", "");
        assertEquals(List.of("updated 1"), gateway.update(INSERT, 1L).texts());
        database.execute(
                "CREATE SEQUENCE writes", // which no rollback sets back
                "CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('writes') = 1 THEN"
                        + " RAISE EXCEPTION 'once' USING ERRCODE = '" + state + "'; END IF; RETURN NEW; END $$",
                "CREATE TRIGGER trouble BEFORE INSERT OR UPDATE ON " + table
                        + " FOR EACH ROW EXECUTE FUNCTION trouble()");
        assertEquals(List.of("updated 1"), gateway.update(INSERT, 2L).texts());
    }

    @Test
    void shouldFailAnUpdateThatAlwaysConflictsAtItsCommit() throws SQLException {
        final Database database = database();
        database.execute(
                "CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$ BEGIN RAISE EXCEPTION 'always' USING ERRCODE = '40001'; END $$",
                "CREATE CONSTRAINT TRIGGER conflict AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED"
                        + " FOR EACH ROW WHEN (NEW.id = 2) EXECUTE FUNCTION conflict()");
        final JdbcGateway gateway = gateway(database, EACH + "retries: 2\n", "");
        for (long id = 1; id <= 3; id++) {
            gateway.update(INSERT, id);
        }
        assertEquals(List.of("updated 1", "CONFLICT 40001", "updated 1"), gateway.texts());
        assertEquals(List.of("1", "3"), database.rows("SELECT id FROM t ORDER BY id"));
    }
}
