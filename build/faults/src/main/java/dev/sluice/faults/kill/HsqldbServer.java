package dev.sluice.faults.kill;

import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.LocalPorts;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * HSQLDB on files in a server process that several gateways reach. A commit is on disk before it is confirmed. For one thread.
 */
final class HsqldbServer implements Stores {

    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final String USER = "SA";

    private final Path directory;
    private final int port = LocalPorts.free();
    private Child server;

    /** Starts the server with the databases of one round. */
    HsqldbServer(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory.resolve("hsqldb"));
        this.server = begin();
    }

    private Child begin() throws IOException {
        final List<String> arguments = new ArrayList<>(
                List.of("--address", "127.0.0.1", "--port", Integer.toString(port), "--silent", "true"));
        for (int i = 0; i < NAMES.size(); i++) {
            arguments.addAll(List.of(
                    "--database." + i,
                    // With a lock file, HSQLDB would wait ten seconds after each kill.
                    "file:" + directory.resolve(NAMES.get(i))
                            + ";hsqldb.write_delay=false;hsqldb.lock_file=false;hsqldb.tx=mvcc",
                    "--dbname." + i,
                    NAMES.get(i)));
        }
        return Program.java("org.hsqldb.server.Server", arguments.toArray())
                .named("HSQLDB")
                .log(directory.resolve("server.log"))
                .options(Program.QUICK)
                .options("-Xmx512m")
                .start();
    }

    @Override
    public Store create(Path round, String name) throws SQLException {
        final Store store = new Database("jdbc:hsqldb:hsql://127.0.0.1:" + port + "/" + name);
        await(store).close();
        return store;
    }

    private Connection await(Store store) throws SQLException {
        final long begun = System.nanoTime();
        while (true) {
            try {
                return store.connect();
            } catch (final SQLException e) {
                if (System.nanoTime() - begun > START_NANOS) {
                    throw new SQLException(server.described(), e);
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    @Override
    public void kill() {
        server.kill();
    }

    @Override
    public void start() {
        try {
            server = begin();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }

    private record Database(String url) implements Store {

        @Override
        public String user() {
            return USER;
        }

        @Override
        public void drop() {
            // The files are deleted with the directory of the round.
        }
    }
}
