package dev.sluice.replay;

import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.OutputReader;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.RunningGateway;
import dev.sluice.service.check.BackendReview;
import dev.sluice.testsupport.PostgresServer;
import dev.sluice.testsupport.SqlDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A real database with a table {@code t (id, n)}, queues, and a gateway between them that tests start, stop and question. */
public final class ServedDatabase {

    public static final QueueOptions OPTIONS = QueueOptions.DEFAULTS.withDiskReserve(1 << 20);

    /** Where the table is. */
    public enum Kind {
        HSQLDB,
        POSTGRESQL
    }

    private static final String DECLARED = """
            lookups:
              look: {database: main, sql: 'SELECT n FROM t WHERE id = ?', types: [long], reads: [t]}
            statements:
              pay: {database: main, sql: 'UPDATE t SET n = n + 1 WHERE id = ?', types: [long], reads: [], writes: [t]}
              add: {database: main, sql: 'INSERT INTO t VALUES (?, 0)', types: [long], reads: [], writes: [t]}
            """;

    private final Path directory;
    private final String url;
    private final String user;

    private ServedDatabase(Path directory, String url, String user) {
        this.directory = directory;
        this.url = url;
        this.user = user;
    }

    /** One with a table of so many rows. */
    public static ServedDatabase make(Kind kind, Path directory, int rows) throws SQLException, IOException {
        final String name = "t" + UUID.randomUUID().toString().replace("-", "");
        final ServedDatabase made = kind == Kind.HSQLDB
                ? new ServedDatabase(directory, "jdbc:hsqldb:mem:" + name, "SA")
                : new ServedDatabase(
                        directory,
                        PostgresServer.shared().createDatabase(name),
                        PostgresServer.shared().user());
        return made.filled(rows);
    }

    /** One at that URL, which is empty. */
    public static ServedDatabase at(String url, String user, Path directory, int rows)
            throws SQLException, IOException {
        return new ServedDatabase(directory, url, user).filled(rows);
    }

    private ServedDatabase filled(int rows) throws SQLException, IOException {
        execute("CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)");
        for (int i = 0; i < rows; i++) {
            execute("INSERT INTO t VALUES (" + i + ", 0)");
        }
        configure("");
        return this;
    }

    /** Writes the gateway's configuration anew, with more settings of its database, each with a comma before it. */
    public void configure(String settings) throws IOException {
        configure(settings, "");
    }

    /** The same with more settings of its queues. */
    public void configure(String settings, String queueSettings) throws IOException {
        configure(settings, DECLARED, queueSettings);
    }

    /** The same with other declarations. */
    public void declare(String settings, String declarations) throws IOException {
        configure(settings, declarations, "");
    }

    private void configure(String settings, String declarations, String queueSettings) throws IOException {
        Files.writeString(
                config(),
                "name: served\nqueues: {path: '" + queues() + "', diskReserve: 1MB" + queueSettings
                        + "}\ndatabases:\n  main: {url: '" + url + "', user: '" + user + "'" + settings + "}\n"
                        + declarations);
    }

    public Path config() {
        return directory.resolve("gateway.yaml");
    }

    public Path queues() {
        return directory.resolve("queues");
    }

    public String url() {
        return url;
    }

    /** A gateway as configured. */
    public RunningGateway start() {
        return RunningGateway.start(BackendReview.load(config()));
    }

    /** Has everything answered, and gives all results there are; throws why the gateway has ended, if it has. */
    public List<String> run() {
        try {
            RunningGateway.answerAll(BackendReview.load(config()));
        } catch (final AssertionError e) {
            throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
        }
        try (QueuePair pair = QueuePair.open(queues(), OPTIONS)) {
            return results(pair);
        }
    }

    /** All results there are. */
    public static List<String> results(QueuePair pair) {
        try (OutputReader reader = pair.resultsFromStart()) {
            final Outcomes outcomes = new Outcomes();
            reader.poll(outcomes, Integer.MAX_VALUE);
            return outcomes.texts;
        }
    }

    /** Writes requests: {@code look}, {@code pay} or {@code add}, with keys from one to another, both included. */
    public void ask(String name, long from, long to) {
        ask(name, LongStream.rangeClosed(from, to));
    }

    /** Writes so many, with so many keys in turn, from 0. */
    public void askInTurn(String name, int requests, int keys) {
        ask(name, LongStream.range(0, requests).map(i -> i % keys));
    }

    private void ask(String name, LongStream keys) {
        try (GatewayClient client =
                GatewayClient.builder(queues()).options(OPTIONS).open()) {
            keys.forEach(key -> {
                if (name.equals("look")) {
                    client.requests().lookup(name, key);
                } else {
                    client.requests().executeUpdate(name, key);
                }
            });
        }
    }

    /** Runs a command of the tool on these queues. */
    public Called replay(String command, String... options) {
        return Called.with(Stream.concat(Stream.of(command, "--queues", queues().toString()), Stream.of(options))
                .toArray(String[]::new));
    }

    /** Runs statements, each committed. */
    public void execute(String... statements) throws SQLException {
        database().execute(statements);
    }

    /** The one number that a query gives. */
    public long number(String query) throws SQLException {
        return database().number(query);
    }

    /** Changes the row of outcomes that was kept last. */
    public void changeLastOutcomes(UnaryOperator<byte[]> change) throws SQLException {
        try (Connection connection = database().connect();
                Statement read = connection.createStatement();
                ResultSet rows = read.executeQuery("SELECT last_index, outcomes FROM sluice_outcome"
                        + " WHERE last_index = (SELECT MAX(last_index) FROM sluice_outcome)");
                PreparedStatement write =
                        connection.prepareStatement("UPDATE sluice_outcome SET outcomes = ? WHERE last_index = ?")) {
            rows.next();
            write.setBytes(1, change.apply(rows.getBytes(2)));
            write.setLong(2, rows.getLong(1));
            write.executeUpdate();
        }
    }

    private SqlDatabase database() {
        return new SqlDatabase(url, user);
    }

    /** Copies the output aside, or to where it was. */
    public void copyOutput(String from, String to) throws IOException {
        final Path target = queues().resolve(to);
        Files.createDirectory(target);
        try (Stream<Path> files = Files.list(queues().resolve(from))) {
            for (final Path file : files.toList()) {
                Files.copy(file, target.resolve(file.getFileName()));
            }
        }
    }

    /** Deletes the output. */
    public void deleteOutput() throws IOException {
        try (Stream<Path> files = Files.walk(queues().resolve("out"))) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
