package dev.sluice.examples.demo;

import dev.sluice.testsupport.LocalPorts;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;
import org.hsqldb.server.Server;

/** HSQLDB's own server in this JVM, for clients of this and other JVMs. */
final class HsqldbDatabase implements DemoDatabase {

    private static final String USER = "SA";
    private static final String HOST = "127.0.0.1";
    private static final int START_ATTEMPTS = 3;

    private final Server server;
    private final String files;
    private final JDBCDataSource dataSource = new JDBCDataSource();

    private HsqldbDatabase(Server server, String files) {
        this.server = server;
        this.files = files;
        dataSource.setURL("jdbc:hsqldb:hsql://" + HOST + ":" + server.getPort() + "/letters");
        dataSource.setUser(USER);
    }

    static HsqldbDatabase open(Path directory) throws IOException, SQLException {
        System.setProperty("hsqldb.reconfig_logging", "false");
        // Its lock file outlives a kill and makes the next start wait; the demo's directory has a lock already.
        final String path = "file:" + directory.resolve("letters") + ";hsqldb.lock_file=false";
        for (int attempt = 1; ; attempt++) {
            final Server server = server(path);
            server.start();
            final Throwable failure = server.getServerError();
            if (failure == null) {
                final HsqldbDatabase database = new HsqldbDatabase(server, path);
                database.execute("SET FILES WRITE DELAY FALSE");
                // Readers do not wait for updates, as in PostgreSQL.
                database.execute("SET DATABASE TRANSACTION CONTROL MVCC");
                return database;
            }
            server.shutdown();
            if (attempt == START_ATTEMPTS) {
                throw new IOException("cannot start HSQLDB's server on " + directory, failure);
            }
        }
    }

    private static Server server(String path) {
        final Server server = new Server();
        server.setSilent(true);
        server.setLogWriter(null);
        server.setErrWriter(null);
        server.setNoSystemExit(true);
        server.setAddress(HOST);
        server.setPort(LocalPorts.free());
        server.setDatabaseName(0, "letters");
        server.setDatabasePath(0, path);
        return server;
    }

    @Override
    public String url() {
        return dataSource.getURL();
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    public Optional<String> fileUrl() {
        return Optional.of("jdbc:hsqldb:" + files + ";ifexists=true;shutdown=true");
    }

    @Override
    public DataSource dataSource() {
        return dataSource;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        server.shutdown();
    }
}
