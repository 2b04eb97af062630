package dev.sluice.examples.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A database server of the demo's own, with files in its directory, whose commits survive a kill.
 *
 * @param url where clients find the server
 * @param fileUrl where the files can be opened once the server has ended, if they can be without one
 * @param dataSource makes each connection a new one; the user has no password
 * @param end ends the server
 */
record DemoDatabase(String url, String user, Optional<String> fileUrl, DataSource dataSource, Runnable end)
        implements AutoCloseable {

    /** Returns product and version. */
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
