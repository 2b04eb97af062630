package dev.sluice.service.jdbc.connect;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.jdbc.connect.Session.Turn;
import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.jdbc.sql.SqlScanner.SqlSyntaxException;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;

/**
 * The script that creates a database's initial content. The first session runs the script if the first table that the script
 * creates does not exist, or if the script creates no table. Any thread; other threads wait while the script runs.
 */
public final class InitScript {

    private static final Logger LOG = MaskedLog.of(InitScript.class);

    /** Matches CREATE TABLE and the table's name, which may be quoted and may have a schema. */
    private static final Pattern CREATES = Pattern.compile(
            "\\bCREATE\\s+(?:CACHED\\s+|MEMORY\\s+)?TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?([\\w.\"$]+)",
            Pattern.CASE_INSENSITIVE);

    private final String gateway;
    private final String database;
    private final Optional<Path> script;
    private final List<String> statements;
    private final Pool connections;
    private final Lock turn;
    private boolean done;

    /**
     * @param connections a pool of connections that may write, with auto-commit off
     * @throws SqlSyntaxException if the script cannot be split into statements
     */
    public InitScript(String gateway, DatabaseConfig database, Pool connections) {
        this.gateway = gateway;
        this.database = database.name();
        this.script = database.init();
        this.turn = Turn.of(database.url());
        this.statements = script.map(
                        file -> statements(file, Product.of(database).syntax()))
                .orElse(List.of());
        this.connections = connections;
        this.done = script.isEmpty();
    }

    /**
     * Returns the statements of a script.
     *
     * @throws SqlSyntaxException if the script cannot be split into statements
     */
    public static List<String> statements(Path script, SqlSyntax syntax) {
        return SqlText.split(read(script), syntax);
    }

    /** Whether the statements still have to be run, because the first table that they create does not exist. */
    public static boolean isDue(List<String> statements, Connection connection) throws SQLException {
        final Optional<String> table = firstTable(statements);
        return table.isPresent() && !exists(connection, table.get());
    }

    /** Runs the script if it is needed and was not run before. An error counts as an outage; the next session tries again. */
    synchronized void runOnce() throws SQLException {
        if (done) {
            return;
        }
        final Path file = script.orElseThrow();
        try (Connection connection = connections.connection()) {
            if (firstTable(statements).isEmpty() || isDue(statements, connection)) {
                turn.lock();
                try {
                    run(connection, file);
                } finally {
                    turn.unlock();
                }
            }
        }
        done = true;
    }

    private void run(Connection connection, Path file) throws SQLException {
        final long startNanos = System.nanoTime();
        run(statements, connection, file);
        LOG.info(
                "{}: {} was empty: ran the {} statements of {} in {} ms",
                gateway,
                database,
                statements.size(),
                file,
                (System.nanoTime() - startNanos) / 1_000_000);
    }

    /** Runs the statements of a script in one transaction. */
    public static void run(List<String> statements, Connection connection, Path file) throws SQLException {
        int number = 0;
        try (Statement statement = connection.createStatement()) {
            for (final String sql : statements) {
                number++;
                statement.execute(sql);
            }
            connection.commit();
        } catch (final SQLException e) {
            connection.rollback();
            throw new SQLException(
                    "statement " + number + " of " + file + " failed: " + e.getMessage(), e.getSQLState(), e);
        }
    }

    private static Optional<String> firstTable(List<String> statements) {
        for (final String sql : statements) {
            final Matcher creates = CREATES.matcher(sql);
            if (creates.find()) {
                return Optional.of(creates.group(1));
            }
        }
        return Optional.empty();
    }

    private static boolean exists(Connection connection, String table) throws SQLException {
        try (PreparedStatement probe = connection.prepareStatement("SELECT 1 FROM " + table + " WHERE 1 = 0")) {
            probe.executeQuery().close();
            return true;
        } catch (final SQLException e) {
            final SqlStates states = SqlStates.of(connection.getMetaData().getDatabaseProductName());
            connection.rollback();
            if (states.mayMeanMissing(e)) {
                return false;
            }
            throw e;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new UncheckedIOException("Cannot read the init script " + file, e);
        }
    }
}
