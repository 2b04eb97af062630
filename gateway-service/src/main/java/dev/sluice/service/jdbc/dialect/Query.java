package dev.sluice.service.jdbc.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A question of the gateway's own to a database, with a small answer. */
public final class Query {

    /** Reads the current row. */
    public interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    private Query() {}

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
