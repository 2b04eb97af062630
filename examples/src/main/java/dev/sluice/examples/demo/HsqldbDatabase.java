package dev.sluice.examples.demo;

import dev.sluice.examples.letters.LettersDatabase;
import dev.sluice.testsupport.LocalPorts;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;
import org.hsqldb.server.Server;

/** An HSQLDB server in this JVM, for clients in this and in other JVMs. */
final class HsqldbDatabase {

    private static final String HOST = "127.0.0.1";
    private static final int START_ATTEMPTS = 3;

    private HsqldbDatabase() {}

    /** Starts a server on the files in a directory. */
    static DemoDatabase open(Path directory) throws IOException, SQLException {
        System.setProperty("hsqldb.reconfig_logging", "false");
        // HSQLDB's lock file would survive a kill and delay the next start; the demo's directory has its own lock.
        final String path = "file:" + directory.resolve("letters") + ";hsqldb.lock_file=false";
        for (int attempt = 1; ; attempt++) {
            final Server server = server(path);
            server.start();
            final Throwable failure = server.getServerError();
            if (failure == null) {
                return database(server, path);
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

    private static DemoDatabase database(Server server, String path) throws SQLException {
        final String url = "jdbc:hsqldb:hsql://" + HOST + ":" + server.getPort() + "/letters";
        final DataSource source = LettersDatabase.at(url);
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET FILES WRITE DELAY FALSE");
            // With MVCC, readers do not wait for updates. The same holds for PostgreSQL.
            statement.execute("SET DATABASE TRANSACTION CONTROL MVCC");
        }
        return new DemoDatabase(
                url,
                LettersDatabase.USER,
                Optional.of("jdbc:hsqldb:" + path + ";ifexists=true;shutdown=true"),
                source,
                server::shutdown);
    }
}
