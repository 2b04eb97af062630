package dev.sluice.perf.system;

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
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(30);

    public DatabaseChoice {
        if (!name.equals(POSTGRESQL) && !name.equals(HSQLDB) && !name.startsWith("jdbc:")) {
            throw new IllegalArgumentException(
                    "--database " + name + ": give " + POSTGRESQL + ", " + HSQLDB + " or a JDBC URL");
        }
    }

    /**
     * Starts it, or goes to where it is.
     *
     * @param durable whether a commit must be on the disk when it is answered
     */
    public DatabaseServer open(Path directory, boolean durable) throws IOException, SQLException {
        return switch (name) {
            case POSTGRESQL -> postgresql(durable);
            case HSQLDB -> hsqldb(directory);
            default ->
                new DatabaseServer(
                        new Database(
                                name,
                                user,
                                Optional.ofNullable(System.getenv(ChildJvm.PASSWORD))
                                        .orElse("")),
                        () -> {});
        };
    }

    /** How it runs, for the report. */
    public String described() {
        return switch (name) {
            case POSTGRESQL -> "a server of its own on this machine";
            case HSQLDB -> "a server of its own on this machine, in memory";
            default -> "a server that was running";
        };
    }

    private static DatabaseServer postgresql(boolean durable) {
        final PostgresServer server =
                PostgresServer.open(durable ? PostgresOptions.durableCommits() : PostgresOptions.fast());
        return new DatabaseServer(new Database(server.jdbcUrl(), server.user(), ""), server::close);
    }

    private static DatabaseServer hsqldb(Path directory) throws IOException, SQLException {
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
        return new DatabaseServer(database, server::close);
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
