package dev.sluice.examples.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The demo's own database server. Its files are in the demo's directory, and its commits survive a kill.
 *
 * @param url the JDBC URL of the server
 * @param fileUrl the JDBC URL that opens the files after the server has ended; empty if the database always needs a server
 * @param dataSource opens connections without a pool; the user has no password
 * @param end ends the server
 */
record DemoDatabase(String url, String user, Optional<String> fileUrl, DataSource dataSource, Runnable end)
        implements AutoCloseable {

    /** Returns the database product and its version. */
    String version() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getMetaData().getDatabaseProductName() + " "
                    + connection.getMetaData().getDatabaseProductVersion();
        }
    }

    @Override
    public void close() {
        end.run();
    }
}
