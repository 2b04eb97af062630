package dev.sluice.service.jdbc;

import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Updates that can tell whether they share a transaction, beside a plain loop over one connection: not PostgreSQL's. */
class OwnTransactionTest extends AsIfAlone {

    @TempDir
    private Path directory;

    private String url;
    private int made;

    @Override
    Database made() throws SQLException {
        made++;
        if (url.startsWith("jdbc:mariadb:")) {
            return mariaDb("own");
        }
        return new Database(null, url.formatted(directory.resolve("t" + made)), "SA");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldFailAChildBeforeItsParentWhenSqLiteChecksTheKeyAtTheEnd(int limit) throws SQLException {
        url = "jdbc:sqlite:%s?foreign_keys=true";
        schema(
                "CREATE TABLE parent (id INTEGER PRIMARY KEY)",
                "CREATE TABLE child (id INTEGER PRIMARY KEY, parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED)");
        tables("SELECT id FROM parent ORDER BY id", "SELECT id, parent FROM child ORDER BY id");
        for (long id = 1; id <= 7; id++) {
            update("INSERT INTO child VALUES (?, ?)", id, id);
            update("INSERT INTO parent VALUES (?)", id);
            update("INSERT INTO child VALUES (?, ?)", 10 + id, id);
        }
        update("DELETE FROM parent WHERE id = ?", 3L);
        update("DELETE FROM child WHERE parent = ?", 3L);
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldEmptyATemporaryTableAfterEachUpdateWhenHsqlDbDoesSoAtTheEnd(int limit) throws SQLException {
        url = "jdbc:hsqldb:file:%s;hsqldb.write_delay=false";
        schema(
                "CREATE TABLE t (id BIGINT, n BIGINT)",
                "CREATE GLOBAL TEMPORARY TABLE work (id BIGINT) ON COMMIT DELETE ROWS");
        tables("SELECT id, n FROM t ORDER BY id");
        for (long id = 1; id <= 7; id++) {
            update("INSERT INTO work VALUES (?)", id);
            update("INSERT INTO t SELECT ?, COUNT(*) FROM work", id);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldEmptyATemporaryTableAfterEachUpdateWhenATriggerFillsIt(int limit) throws SQLException {
        url = "jdbc:hsqldb:file:%s;hsqldb.write_delay=false";
        schema(
                "CREATE TABLE t (id BIGINT PRIMARY KEY)",
                "CREATE TABLE line (id BIGINT, t BIGINT REFERENCES t ON DELETE CASCADE)",
                "CREATE TABLE log (id BIGINT, n BIGINT)",
                "CREATE VIEW v AS SELECT id FROM t",
                "CREATE GLOBAL TEMPORARY TABLE work (id BIGINT) ON COMMIT DELETE ROWS",
                "CREATE TRIGGER counted AFTER DELETE ON line REFERENCING OLD ROW AS o FOR EACH ROW BEGIN ATOMIC"
                        + " INSERT INTO work VALUES (o.id); INSERT INTO log SELECT o.id, COUNT(*) FROM work; END");
        tables("SELECT id, n FROM log ORDER BY id");
        for (long id = 1; id <= 7; id++) {
            update("INSERT INTO t VALUES (?)", id);
            update("INSERT INTO line VALUES (?, ?)", id, id);
        }
        for (long id = 1; id <= 7; id++) {
            update("DELETE FROM " + (id % 2 == 0 ? "v" : "t") + " WHERE id = ?", id);
        }
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldEmptyATemporaryTableAfterEachUpdateWhenH2DoesSoAtTheEnd(int limit) throws SQLException {
        url = "jdbc:h2:%s";
        schema(
                "CREATE TABLE t (id BIGINT, n BIGINT)",
                "CREATE GLOBAL TEMPORARY TABLE work (id BIGINT) ON COMMIT DELETE ROWS");
        tables("SELECT id, n FROM t ORDER BY id");
        for (long id = 1; id <= 7; id++) {
            update("INSERT INTO work VALUES (?)", id);
            update("INSERT INTO t SELECT ?, COUNT(*) FROM work", id);
        }
        assertAsIfAlone(limit);
    }

    /** The transaction's own time, as nothing else of MariaDB's shows it: the engine takes no part in transactions. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldKeepWhatAFailingUpdateDidWhenMariaDbDoesNotRollItBack(int limit) throws SQLException {
        url = "jdbc:mariadb:";
        schema(
                "CREATE TABLE t (id BIGINT PRIMARY KEY)",
                "CREATE TABLE log (id BIGINT) ENGINE = MyISAM",
                "CREATE TRIGGER logged BEFORE INSERT ON t FOR EACH ROW INSERT INTO log VALUES (NEW.id)");
        tables("SELECT id FROM t ORDER BY id", "SELECT id, COUNT(*) FROM log GROUP BY id ORDER BY id");
        for (long id = 1; id <= 7; id++) {
            update("INSERT INTO t VALUES (?)", id);
        }
        update("INSERT INTO t VALUES (?)", 1L);
        assertAsIfAlone(limit);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40})
    void shouldFailAChildBeforeItsParentWhenDerbyChecksTheKeyAtTheEnd(int limit) throws SQLException {
        url = "jdbc:derby:%s;create=true";
        schema(
                "CREATE TABLE parent (id BIGINT PRIMARY KEY)",
                "CREATE TABLE child (id BIGINT PRIMARY KEY, parent BIGINT,"
                        + " CONSTRAINT its FOREIGN KEY (parent) REFERENCES parent DEFERRABLE INITIALLY DEFERRED)");
        tables("SELECT id FROM parent ORDER BY id", "SELECT id, parent FROM child ORDER BY id");
        for (long id = 1; id <= 7; id++) {
            update("INSERT INTO child VALUES (?, ?)", id, id);
            update("INSERT INTO parent VALUES (?)", id);
            update("INSERT INTO child VALUES (?, ?)", 10 + id, id);
        }
        assertAsIfAlone(limit);
    }
}
