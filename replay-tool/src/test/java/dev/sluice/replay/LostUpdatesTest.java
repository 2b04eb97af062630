package dev.sluice.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.service.CapturedLog;
import dev.sluice.service.GatewayProgram;
import dev.sluice.service.RunningGateway;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.update.Accepted;
import dev.sluice.testsupport.SqlDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database is restored from a backup, and what the gateway says is done, word for word. */
class LostUpdatesTest {

    private static final QueueOptions OPTIONS = QueueOptions.DEFAULTS.withDiskReserve(1 << 20);
    private static final Pattern COMMAND = Pattern.compile("sluice replay (redrive --lost --queues .*)");

    @TempDir
    private Path directory;

    private final Commands tool = new Commands();

    @Test
    void shouldRunAgainWhatIsLostByTheCommandThatTheRefusalAndTheLogName() throws Exception {
        final GatewayConfig one = config("main");
        ask("pay", 0, 20);
        RunningGateway.answerAll(one, Accepted.NOTHING);
        backUp("main");
        ask("pay", 20, 50);
        RunningGateway.answerAll(one, Accepted.NOTHING);
        restore("main");
        ask("pay", 50, 55);
        final String refusal = refusal(one);
        final List<String> command = command(refusal);
        assertEquals(8, command.size(), refusal);
        final String log =
                String.join("\n", CapturedLog.of(() -> RunningGateway.answerAll(one, new Accepted(false, true))));
        assertTrue(log.contains("has lost the update 'pay', request " + command.get(5)), log);
        assertTrue(log.contains("has lost 30 updates that have a result, after "), log);
        assertEquals(command, command(log), "the log says the same");
        assertEquals(25, count("main", "pay"));
        assertEquals(0, tool.call(command.toArray(String[]::new)), tool::err);
        assertTrue(tool.out().matches("(?s) *NAME +FAILED WITH .*pay +LOST +30 +30 .*"), tool.out());
        assertEquals(0, tool.call(command.toArray(String[]::new)), "nothing more is written");
        RunningGateway.answerAll(one, Accepted.NOTHING);
        assertEquals(55, count("main", "pay"));
    }

    @Test
    void shouldLeaveOutUpdatesOfTheOtherDatabase() throws Exception {
        final GatewayConfig two = config("main", "other");
        ask("pay", 0, 5);
        RunningGateway.answerAll(two, Accepted.NOTHING);
        backUp("main");
        ask("pay", 5, 10);
        ask("book", 0, 10);
        ask("pay", 10, 15);
        RunningGateway.answerAll(two, Accepted.NOTHING);
        restore("main");
        final List<String> command = command(refusal(two));
        assertEquals(List.of("--lookup", "pay"), command.subList(8, 10));
        RunningGateway.answerAll(two, new Accepted(false, true));
        assertEquals(0, tool.call(command.toArray(String[]::new)), tool::err);
        RunningGateway.answerAll(two, Accepted.NOTHING);
        assertEquals(15, count("main", "pay"));
        assertEquals(10, count("other", "book"));
    }

    private GatewayConfig config(String... databases) {
        final StringBuilder yaml = new StringBuilder(
                "name: gw\nqueues: {path: '" + directory.resolve("its queues") + "', diskReserve: 1MB}\ndatabases:\n");
        for (final String database : databases) {
            yaml.append("  ")
                    .append(database)
                    .append(": {url: '")
                    .append(url(database))
                    .append("', user: SA}\n");
        }
        yaml.append("statements:\n  pay: {database: main, sql: 'INSERT INTO pay VALUES (?)', types: [long]}\n");
        if (databases.length > 1) {
            yaml.append("  book: {database: other, sql: 'INSERT INTO book VALUES (?)', types: [long]}\n");
        }
        return GatewayConfig.parse(yaml.toString(), directory, name -> null);
    }

    private String url(String database) {
        return "jdbc:hsqldb:file:" + directory.resolve(database).resolve("db") + ";shutdown=true";
    }

    private void ask(String name, long from, long to) throws SQLException {
        for (final String database : List.of("main", "other")) {
            new SqlDatabase(url(database), "SA")
                    .execute("CREATE TABLE IF NOT EXISTS " + (database.equals("main") ? "pay" : "book")
                            + " (id BIGINT)");
        }
        try (GatewayClient client = GatewayClient.builder(directory.resolve("its queues"))
                .options(OPTIONS)
                .open()) {
            for (long id = from; id < to; id++) {
                client.requests().executeUpdate(name, id);
            }
        }
    }

    private static String refusal(GatewayConfig config) {
        try (GatewayProgram program = GatewayProgram.open(config, Accepted.NOTHING)) {
            return assertTimeoutPreemptively(
                    Duration.ofMinutes(1),
                    () -> assertThrows(StoppedException.class, program::run).getMessage());
        }
    }

    /** The arguments as a shell would give them. */
    private static List<String> command(String message) {
        final Matcher found = COMMAND.matcher(message);
        assertTrue(found.find(), message);
        return Pattern.compile("'([^']*)'|(\\S+)")
                .matcher(found.group(1))
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toList();
    }

    private void backUp(String database) throws IOException {
        copy(directory.resolve(database), directory.resolve("backup"));
    }

    private void restore(String database) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(database))) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        copy(directory.resolve("backup"), directory.resolve(database));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private long count(String database, String table) throws SQLException {
        final SqlDatabase its = new SqlDatabase(url(database), "SA");
        final long rows = its.number("SELECT COUNT(*) FROM " + table);
        assertEquals(rows, its.number("SELECT COUNT(DISTINCT id) FROM " + table), "none twice");
        return rows;
    }
}
