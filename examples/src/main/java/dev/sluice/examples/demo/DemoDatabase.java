package dev.sluice.examples.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** A database server of the demo's own, with files in its directory, whose commits survive a kill. */
interface DemoDatabase extends AutoCloseable {

    /** Where clients find it. */
    String url();

    String user();

    /** Where its files can be opened once the server has ended, if they can be without one. */
    default Optional<String> fileUrl() {
        return Optional.empty();
    }

    /** Each connection is new; the user has no password. */
    DataSource dataSource();

    /** Product and version. */
    default String version() throws SQLException {
        try (Connection connection = dataSource().getConnection()) {
            return connection.getMetaData().getDatabaseProductName() + " "
                    + connection.getMetaData().getDatabaseProductVersion();
        }
    }

    @Override
    void close();
}
