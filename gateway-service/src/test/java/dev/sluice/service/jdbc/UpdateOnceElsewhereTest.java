package dev.sluice.service.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestKind;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Updates happen once on databases that nobody here knows, too: alone, and together where the configuration vouches for them. */
class UpdateOnceElsewhereTest extends JdbcTest {

    private static final int NEVER = Integer.MAX_VALUE;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "jdbc:sqlite:%s/once.db, sa, 'INSERT INTO ledger VALUES (?, ?)'",
        "jdbc:sqlite:%s/once.db, sa, trusted",
        "jdbc:derby:%s/once;create=true, APP, 'INSERT INTO ledger VALUES (?, ?)'",
        "jdbc:derby:%s/once;create=true, APP, trusted"
    })
    void shouldAnswerFromTheCheckpointWhatWasCommittedBeforeACrash(String url, String user, String update)
            throws SQLException {
        final Database database = new Database(null, url.formatted(directory), user);
        database.execute("CREATE TABLE ledger (id BIGINT NOT NULL, amount BIGINT CHECK (amount >= 0))");
        final Queues queues = new Queues();
        final List<String> expected = new ArrayList<>();
        for (long i = 0; i < 40; i++) {
            queues.lane().request(RequestKind.UPDATE, update, i, i % 7 == 3 ? -1L : i);
            expected.add(i % 7 == 3 ? "REJECTED" : "updated 1");
        }
        final String keys = """
                    updatesPerTransaction: 10
                statements:
                  trusted: {sql: 'INSERT INTO ledger VALUES (?, ?)', types: [long, long], trust: transaction}
                """;
        gateway(database, keys, queues, 5).untilItCrashes().close();
        assertTrue(
                Long.parseLong(database.rows("SELECT COUNT(*) FROM ledger").get(0)) > 5,
                "the crash came before the commit");
        final List<String> answers = gateway(database, keys, queues, NEVER).texts();
        assertEquals(
                expected.subList(5, 40),
                answers.stream()
                        .map(text -> text.startsWith("REJECTED") ? "REJECTED" : text)
                        .toList());
        assertEquals(List.of(), database.rows("SELECT id, COUNT(*) FROM ledger GROUP BY id HAVING COUNT(*) > 1"));
        assertEquals(List.of("34"), database.rows("SELECT COUNT(*) FROM ledger"));
    }
}
