package dev.sluice.perf.lab;

import dev.sluice.testsupport.LocalPorts;
import dev.sluice.testsupport.PostgresOptions;
import dev.sluice.testsupport.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A database for the time of an experiment.
 *
 * @param database where it is
 * @param described how its server runs, for the report
 * @param end ends its server; does nothing for one that ran before
 */
public record DatabaseChoice(Database database, String described, Runnable end) implements AutoCloseable {

    public static final String POSTGRESQL = "postgresql";
    public static final String HELP = "postgresql or hsqldb, a server of its own, or the JDBC URL of one that runs (its"
            + " password in the environment variable " + ChildJvm.PASSWORD + ")";

    private static final String OWN = "a server of its own on this machine";
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(30);

    /**
     * Starts it, or goes to where it is; the log of a server of its own is in that directory.
     *
     * @param name {@code postgresql}, {@code hsqldb} or a JDBC URL
     * @param user of the database behind a URL; its password is in the environment
     */
    public static DatabaseChoice open(String name, String user, Path directory) throws IOException, SQLException {
        if (name.equals(POSTGRESQL)) {
            final PostgresServer server = PostgresServer.open(PostgresOptions.fast());
            return new DatabaseChoice(new Database(server.jdbcUrl(), server.user(), ""), OWN, server::close);
        }
        if (name.equals("hsqldb")) {
            return hsqldb(directory);
        }
        if (!name.startsWith("jdbc:")) {
            throw new IllegalArgumentException(
                    "--database " + name + ": give " + POSTGRESQL + ", hsqldb or a JDBC URL");
        }
        final String password =
                Optional.ofNullable(System.getenv(ChildJvm.PASSWORD)).orElse("");
        return new DatabaseChoice(new Database(name, user, password), "a server that was running", () -> {});
    }

    private static DatabaseChoice hsqldb(Path directory) throws IOException, SQLException {
        final int port = LocalPorts.free();
        final String options =
                "--address 127.0.0.1 --port " + port + " --database.0 mem:perf --dbname.0 perf --silent true";
        final ChildJvm server = ChildJvm.start(
                "hsqldb", directory, List.of(), "", org.hsqldb.server.Server.class, (Object[]) options.split(" "));
        final Database database = new Database("jdbc:hsqldb:hsql://127.0.0.1:" + port + "/perf", "SA", "");
        final long start = System.nanoTime();
        while (true) {
            server.checkAlive();
            try {
                database.described();
                return new DatabaseChoice(database, OWN + ", in memory", server::close);
            } catch (final SQLException e) {
                if (System.nanoTime() - start > START_NANOS) {
                    server.close();
                    throw e;
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    @Override
    public void close() {
        end.run();
    }
}
