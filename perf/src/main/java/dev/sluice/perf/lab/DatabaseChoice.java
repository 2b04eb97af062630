package dev.sluice.perf.lab;

import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Which database is asked: a PostgreSQL or an HSQLDB server of its own, or one that runs already.
 *
 * @param name {@code postgresql}, {@code hsqldb} or a JDBC URL
 * @param user of the database behind a URL; its password is in the environment
 */
public record DatabaseChoice(String name, String user) {

    public static final String POSTGRESQL = "postgresql";

    private static final String HSQLDB = "hsqldb";

    public static final Size<String> DATABASE = Size.text(
            "database",
            POSTGRESQL,
            "postgresql or hsqldb, a server of its own, or the JDBC URL of one that runs (its password in the"
                    + " environment variable " + ChildJvm.PASSWORD + ")");
    public static final Size<String> USER = Size.text("user", "", "Who asks the database behind a URL");

    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** The one that a run asks for. */
    public static DatabaseChoice of(Run run) {
        return new DatabaseChoice(run.of(DATABASE), run.of(USER));
    }

    public DatabaseChoice {
        if (!name.equals(POSTGRESQL) && !name.equals(HSQLDB) && !name.startsWith("jdbc:")) {
            throw new IllegalArgumentException(
                    "--database " + name + ": give " + POSTGRESQL + ", " + HSQLDB + " or a JDBC URL");
        }
    }

    /**
     * Starts it, or goes to where it is; the log of a server of its own is in that directory.
     */
    public Server open(Path directory) throws IOException, SQLException {
        return switch (name) {
            case POSTGRESQL -> postgresql();
            case HSQLDB -> hsqldb(directory);
            default ->
                new Server(
                        new Database(
                                name,
                                user,
                                Optional.ofNullable(System.getenv(ChildJvm.PASSWORD))
                                        .orElse("")),
                        () -> {});
        };
    }

    /**
     * A database for the time of an experiment.
     *
     * @param database where it is
     * @param end ends its server; does nothing for one that ran before
     */
    public record Server(Database database, Runnable end) implements AutoCloseable {

        @Override
        public void close() {
            end.run();
        }
    }

    /** How it runs, for the report. */
    public String described() {
        return switch (name) {
            case POSTGRESQL -> "a server of its own on this machine";
            case HSQLDB -> "a server of its own on this machine, in memory";
            default -> "a server that was running";
        };
    }

    private static Server postgresql() {
        final PostgresServer server = PostgresServer.open(PostgresOptions.fast());
        return new Server(new Database(server.jdbcUrl(), server.user(), ""), server::close);
    }

    private static Server hsqldb(Path directory) throws IOException, SQLException {
        final int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        final ChildJvm server = ChildJvm.start(
                "hsqldb",
                directory,
                List.of(),
                "",
                org.hsqldb.server.Server.class,
                "--address",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--database.0",
                "mem:perf",
                "--dbname.0",
                "perf",
                "--silent",
                "true");
        final Database database = new Database("jdbc:hsqldb:hsql://127.0.0.1:" + port + "/perf", "SA", "");
        awaitAnswer(database, server);
        return new Server(database, server::close);
    }

    private static void awaitAnswer(Database database, ChildJvm server) throws SQLException {
        final long start = System.nanoTime();
        while (true) {
            server.checkAlive();
            try {
                database.described();
                return;
            } catch (final SQLException e) {
                if (System.nanoTime() - start > START_NANOS) {
                    server.close();
                    throw e;
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }
}
