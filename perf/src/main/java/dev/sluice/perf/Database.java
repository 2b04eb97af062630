package dev.sluice.perf;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A database that is asked.
 *
 * @param url its JDBC URL
 * @param user who asks
 * @param password of that user
 */
record Database(String url, String user, String password) {

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    boolean postgresql() {
        return url.startsWith("jdbc:postgresql:");
    }

    /** Product and version, for the report. */
    String described() throws SQLException {
        try (Connection connection = connect()) {
            return connection.getMetaData().getDatabaseProductName() + " "
                    + connection.getMetaData().getDatabaseProductVersion();
        }
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (final String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public String toString() {
        return url;
    }
}
