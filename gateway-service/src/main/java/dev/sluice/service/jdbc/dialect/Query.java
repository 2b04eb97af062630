package dev.sluice.service.jdbc.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** A question of the gateway's own to a database, with a small answer. */
public final class Query {

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
     * Returns an answer; empty if the database refuses it. A refusal is no outage: some other database may speak the same
     * protocol, and the user may lack a right. It ends the transaction.
     *
     * @param refused is told of a refusal
     * @throws SQLException if the database is away
     */
    public static <T> Optional<T> told(Connection connection, Question<T> question, Consumer<SQLException> refused)
            throws SQLException {
        try {
            return Optional.of(question.ask());
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

    /** Returns the first column of each row as text, but for nulls. */
    public static List<String> texts(Connection connection, String sql) throws SQLException {
        return rows(connection, row -> row.getString(1), sql).stream()
                .filter(Objects::nonNull)
                .toList();
    }
}
