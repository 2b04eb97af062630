package dev.sluice.service.jdbc.dialect;

import dev.sluice.service.core.MaskedLog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;

/** Runs the gateway's own queries, which have small results. */
public final class Query {

    private static final Logger LOG = MaskedLog.of(Query.class);

    /** The places in the code where an inspection of a database has failed in this process. Each place is logged once. */
    private static final Set<String> FAILED = ConcurrentHashMap.newKeySet();

    /** Reads the current row. */
    public interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** A query that a database may refuse. */
    public interface Question<T> {
        T ask() throws SQLException;
    }

    private Query() {}

    /**
     * Inspects a database, that is, its catalog or the statements that it accepts, and returns what it finds. An unexpected
     * exception, which a fault of the driver or the gateway causes, counts as a refusal by the database. Then nothing is proved,
     * and the worker goes on.
     *
     * @throws SQLException if the database refuses a query or is unavailable, or if the inspection itself fails
     */
    public static <T> T look(Question<T> question) throws SQLException {
        try {
            return question.ask();
        } catch (final RuntimeException | LinkageError | StackOverflowError e) {
            final StackTraceElement[] trace = e.getStackTrace();
            final String place = trace.length == 0 ? "" : " at " + trace[0];
            if (FAILED.add(e.getClass().getName() + place)) {
                LOG.warn(
                        "An inspection of a database failed by a fault of the gateway or of its driver: nothing is"
                                + " proved about the inspected statement, which runs alone",
                        e);
            }
            final String said = e.toString().replaceAll("\\s*\\R\\s*", " ");
            throw new SQLException("the inspection failed: " + said + place, SqlStates.FAILED_LOOK, e);
        }
    }

    /**
     * Returns the result of a query; empty if the database refuses the query. A refusal is not an outage: the user may lack a
     * right, or another product may use the same protocol. A refusal ends the transaction.
     *
     * @param refused receives the error of a refusal
     * @throws SQLException if the database is unavailable
     */
    public static <T> Optional<T> told(Connection connection, Question<T> question, Consumer<SQLException> refused)
            throws SQLException {
        try {
            return Optional.of(look(question));
        } catch (final SQLException e) {
            if (!connection.isValid(1)) {
                throw e;
            }
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            refused.accept(e);
            return Optional.empty();
        }
    }

    /** Returns the result of a query that may have none; also empty if the database refuses the query. See {@link #told}. */
    public static <T> Optional<T> unlessRefused(Connection connection, Question<Optional<T>> question)
            throws SQLException {
        return told(connection, question, refused -> {}).flatMap(Function.identity());
    }

    /** Returns the rows of a query. */
    public static <T> List<T> rows(Connection connection, Reading<T> reading, String sql, Object... arguments)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            return rows(statement, reading, arguments);
        }
    }

    /** Returns the rows of a prepared query. */
    public static <T> List<T> rows(PreparedStatement statement, Reading<T> reading, Object... arguments)
            throws SQLException {
        bind(statement, arguments);
        final List<T> read = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                read.add(reading.of(rows));
            }
        }
        return read;
    }

    public static void bind(PreparedStatement statement, Object... arguments) throws SQLException {
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, arguments[i]);
        }
    }

    /** Returns a column of the current row as a string; empty for NULL, because some modes turn empty strings into NULL. */
    public static String text(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNullElse(row.getString(column), "");
    }

    /** Returns the first column of each row as a string, without nulls. */
    public static List<String> texts(Connection connection, String sql) throws SQLException {
        return rows(connection, row -> row.getString(1), sql).stream()
                .filter(Objects::nonNull)
                .toList();
    }
}
