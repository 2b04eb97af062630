package dev.sluice.service.jdbc.dialect;

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
import org.slf4j.LoggerFactory;

/** A question of the gateway's own to a database, with a small answer. */
public final class Query {

    private static final Logger LOG = LoggerFactory.getLogger(Query.class);

    /** The places that a look has failed at, in all databases of this process: each is in the log once. */
    private static final Set<String> FAILED = ConcurrentHashMap.newKeySet();

    /** Reads the current row. */
    public interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** Something that a database may refuse to tell. */
    public interface Question<T> {
        T ask() throws SQLException;
    }

    private Query() {}

    /**
     * Returns what a look at a database finds: at its catalog, or at what it accepts. An exception that no driver should throw, or
     * a fault of the gateway's own, is a refusal there: what is looked at is not proved, and nothing ends by it.
     *
     * @throws SQLException if the database refuses it, if it is away, or if the look itself failed
     */
    public static <T> T look(Question<T> question) throws SQLException {
        try {
            return question.ask();
        } catch (final RuntimeException | LinkageError | StackOverflowError e) {
            final StackTraceElement[] trace = e.getStackTrace();
            final String place = trace.length == 0 ? "" : " at " + trace[0];
            if (FAILED.add(e.getClass().getName() + place)) {
                LOG.warn(
                        "A look at a database failed, which is a fault of the gateway or of its driver: what was looked"
                                + " at is not proved, and goes alone",
                        e);
            }
            final String said = e.toString().replaceAll("\\s*\\R\\s*", " ");
            throw new SQLException("the look at it failed: " + said + place, SqlStates.FAILED_LOOK, e);
        }
    }

    /**
     * Returns an answer; empty if the database refuses it. A refusal is no outage: some other database may speak the same
     * protocol, and the user may lack a right. It ends the transaction.
     *
     * @param refused is told of a refusal
     * @throws SQLException if the database is away
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

    /** Returns an answer that may be none; none, too, if the database refuses it. See {@link #told}. */
    public static <T> Optional<T> unlessRefused(Connection connection, Question<Optional<T>> question)
            throws SQLException {
        return told(connection, question, refused -> {}).flatMap(Function.identity());
    }

    /** Returns the rows that a query gives. */
    public static <T> List<T> rows(Connection connection, Reading<T> reading, String sql, Object... arguments)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            return rows(statement, reading, arguments);
        }
    }

    /** Returns the rows that a prepared query gives. */
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

    /** Returns a column of the current row as text; an empty one where it is NULL, which some modes make of an empty text. */
    public static String text(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNullElse(row.getString(column), "");
    }

    /** Returns the first column of each row as text, but for nulls. */
    public static List<String> texts(Connection connection, String sql) throws SQLException {
        return rows(connection, row -> row.getString(1), sql).stream()
                .filter(Objects::nonNull)
                .toList();
    }
}
