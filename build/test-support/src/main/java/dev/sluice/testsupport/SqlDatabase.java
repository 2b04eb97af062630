package dev.sluice.testsupport;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A database as a test fills it and looks into it, on a connection for each. */
public record SqlDatabase(String url, String user, String password) {

    /** One whose user has no password. */
    public SqlDatabase(String url, String user) {
        this(url, user, "");
    }

    /** Opens a connection. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    /** Executes statements, each in a transaction of its own. */
    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (final String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Returns the rows of a query, their values separated by spaces. */
    public List<String> rows(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            final List<String> rows = new ArrayList<>();
            while (found.next()) {
                final List<String> values = new ArrayList<>();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    values.add(found.getString(i));
                }
                rows.add(String.join(" ", values));
            }
            return rows;
        }
    }

    /** Returns the one number that a query finds. */
    public long number(String query) throws SQLException {
        return Long.parseLong(rows(query).get(0));
    }
}
