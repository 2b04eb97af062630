package dev.sluice.service.generated;

import dev.sluice.testsupport.LocalPorts;
import dev.sluice.testsupport.MariaDbServer;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.hsqldb.server.Server;

/** A database for one run alone. */
final class OwnDatabase extends Place {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Ending ending;

    private OwnDatabase(Product product, String url, String user, String password, Ending ending) throws SQLException {
        super(product, url, "", user, password);
        this.ending = ending;
    }

    /** Takes away what the connection's end leaves. */
    private interface Ending {
        void run() throws SQLException;
    }

    static OwnDatabase make(Product product, Path directory) throws SQLException {
        final String name = "generated" + NUMBER.incrementAndGet();
        return switch (product) {
            case HSQLDB -> new OwnDatabase(product, "jdbc:hsqldb:mem:" + name, "SA", "", () -> {});
            case HSQLDB_FILE ->
                new OwnDatabase(product, "jdbc:hsqldb:file:" + directory.resolve(name) + "/db", "SA", "", () -> {});
            case HSQLDB_SERVER -> {
                final Server server = server(name);
                final String url = "jdbc:hsqldb:hsql://127.0.0.1:" + server.getPort() + "/" + name;
                yield new OwnDatabase(product, url, "SA", "", server::stop);
            }
            case H2 -> new OwnDatabase(product, "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", "SA", "", () -> {});
            case SQLITE -> {
                final String settings = "?foreign_keys=true&journal_mode=WAL&synchronous=OFF";
                yield new OwnDatabase(
                        product, "jdbc:sqlite:" + directory.resolve(name + ".db") + settings, "", "", () -> {});
            }
            case DERBY -> {
                final String url = "jdbc:derby:memory:" + name;
                yield new OwnDatabase(product, url + ";create=true", "APP", "", () -> drop(url));
            }
            case MARIADB -> {
                final MariaDbServer server = MariaDbServer.given().orElseThrow();
                final String url = server.createDatabase("generated");
                yield new OwnDatabase(product, url, server.user(), server.password(), () -> server.drop(url));
            }
            case POSTGRESQL -> throw new IllegalArgumentException("has schemas in one database");
        };
    }

    /** A server in this JVM, with a database in memory. */
    private static Server server(String name) {
        final Server server = new Server();
        server.setSilent(true);
        server.setLogWriter(null);
        server.setErrWriter(null);
        server.setAddress("127.0.0.1");
        server.setPort(LocalPorts.free());
        server.setDatabaseName(0, name);
        server.setDatabasePath(0, "mem:served-" + name);
        server.start();
        return server;
    }

    private static void drop(String derby) throws SQLException {
        try {
            DriverManager.getConnection(derby + ";drop=true").close();
        } catch (final SQLException e) {
            if (!"08006".equals(e.getSQLState())) { // dropped
                throw e;
            }
        }
    }

    /**
     * HSQLDB says of a declared type that does not fit its parameter only when an argument of it is bound; MariaDB's driver
     * asks its server only when a statement is run.
     */
    @Override
    void prepare(Step.Shape shape) throws SQLException {
        if (product() == Product.MARIADB) {
            execute("PREPARE one FROM '" + shape.sql().replace("'", "''") + "'");
            execute("DEALLOCATE PREPARE one");
            return;
        }
        try (PreparedStatement statement = connection().prepareStatement(shape.sql())) {
            if (shape.typed()) {
                final List<Kind> kinds = shape.parameters();
                plain().bind(
                                statement,
                                shape,
                                kinds.stream().map(kind -> kind.values().get(0)).toArray());
            }
        } catch (final SQLDataException badValue) {
            return; // that is a request's, not its type's
        }
    }

    @Override
    void restore() {
        // nothing that programs run changes the session
    }

    @Override
    List<String> rows(String query) throws SQLException {
        return rows(connection(), query);
    }

    @Override
    public void close() throws SQLException {
        if (product().family() == Product.HSQLDB || product() == Product.H2) {
            execute("SHUTDOWN");
        }
        connection().close();
        ending.run();
    }
}
