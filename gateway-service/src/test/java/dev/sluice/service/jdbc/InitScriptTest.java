package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class InitScriptTest extends JdbcTest {

    private static final String SCRIPT = """
            -- sample; data
            CREATE TABLE place (id BIGINT NOT NULL PRIMARY KEY, name VARCHAR(40));
            INSERT INTO place VALUES (1, 'a;b'); /* ; */
            INSERT INTO place VALUES (2, 'it''s');
            """;

    @TempDir
    private Path directory;

    private String keys(String script) throws IOException {
        final Path file = Files.writeString(directory.resolve("init.sql"), script);
        return "adHoc: true\ninit: " + file + "\n";
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunTheScriptOnceWhenItsFirstTableIsMissing(TestDatabase kind) throws SQLException, IOException {
        assertRunsOnce(database(kind));
    }

    @ParameterizedTest
    @CsvSource({"jdbc:sqlite:%s/init.db, sa", "jdbc:derby:%s/init;create=true, APP", "jdbc:duckdb:%s/init.duck, sa"})
    void shouldRunTheScriptOnceWhenNobodyKnowsTheDatabase(String url, String user) throws SQLException, IOException {
        assertRunsOnce(new Database(null, url.formatted(directory), user));
    }

    private void assertRunsOnce(Database database) throws SQLException, IOException {
        final String keys = keys(SCRIPT);
        try (CapturedLog log = new CapturedLog()) {
            final JdbcGateway first = gateway(database, keys, "");
            first.query("SELECT name FROM place ORDER BY id");
            assertEquals("a;b", first.results().get(0).rows().get(0).get(0));
            final JdbcGateway second = gateway(database, keys, "");
            second.update("DELETE FROM place WHERE id = 1").query("SELECT name FROM place");
            assertEquals(1, second.results().get(1).rows().size());
            final List<String> said = log.lines().stream()
                    .filter(line -> line.contains("init.sql"))
                    .toList();
            assertEquals(1, said.size(), said.toString());
            assertTrue(said.get(0).contains("main was empty: ran the 3 statements of"), said.get(0));
        }
    }

    @Test
    void shouldWaitUntilTheScriptCanBeRun() throws SQLException, IOException {
        final Database database = database(TestDatabase.POSTGRESQL);
        final JdbcGateway gateway = gateway(database, keys(SCRIPT + "INSERT INTO elsewhere VALUES (1);"), "");
        gateway.query("SELECT COUNT(*) AS n FROM place");
        try (CapturedLog log = new CapturedLog()) {
            gateway.untilLogged(log, "main is away");
            assertTrue(
                    log.lines().get(0).contains("statement 4 of "), log.lines().toString());
            assertTrue(log.lines().get(0).contains("42P01"), log.lines().toString());
        }
        database.execute("CREATE TABLE elsewhere (id BIGINT)");
        assertEquals(List.of("[{n=2}]"), gateway.texts());
    }
}
