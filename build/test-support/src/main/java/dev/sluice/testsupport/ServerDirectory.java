package dev.sluice.testsupport;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The directory of one server. It contains {@code data}, the server's log, its port, and the file {@code owner}, which names the
 * process that opened the server. A killed JVM leaves its server running. The next JVM recognizes by the owner's process id that
 * the server is an orphan, and ends it.
 */
final class ServerDirectory {

    private static final Path BASE = Path.of(
                    System.getProperty("java.io.tmpdir"), "sluice-postgres-" + System.getProperty("user.name"))
            .toAbsolutePath();
    private static final int END_SECONDS = 20;
    private static final Object THIS_JVM = new Object();

    private final Path root;
    private final boolean temporary;

    private ServerDirectory(Path root, boolean temporary) {
        this.root = root;
        this.temporary = temporary;
    }

    /**
     * Returns the directory for the options, and makes this JVM its owner. The directory is created if it does not exist.
     *
     * @throws IllegalStateException if a living process owns the directory
     */
    static ServerDirectory claim(PostgresOptions options, RunAs runAs) throws IOException {
        return locked(() -> {
            endOrphans();
            final boolean temporary = options.directory().isEmpty();
            final Path root = options.directory()
                    .map(Path::toAbsolutePath)
                    .orElseGet(() -> BASE.resolve("server-" + UUID.randomUUID()));
            if (!Files.isDirectory(root)) {
                PostgresBinaries.createReadable(root);
                runAs.own(root);
            }
            final ServerDirectory directory = new ServerDirectory(root, temporary);
            final Optional<ProcessHandle> owner = directory.livingOwner();
            if (owner.isPresent()) {
                throw new IllegalStateException("The PostgreSQL data in " + root + " is in use by process "
                        + owner.get().pid() + ": end it, or choose another directory");
            }
            Files.writeString(directory.ownerFile(), Processes.identity(ProcessHandle.current()));
            return directory;
        });
    }

    /** Returns the directory with the PostgreSQL programs for this machine; unpacks them first if necessary. */
    static Path binaries(Optional<Path> release) throws IOException {
        return locked(() -> PostgresBinaries.unpackedIn(BASE, release));
    }

    /** Returns the directory to which the first server unpacks the programs, or empty if they are already unpacked. */
    static Optional<Path> binariesToUnpack() throws IOException {
        return Optional.of(PostgresBinaries.directoryIn(BASE, Optional.empty())).filter(Files::notExists);
    }

    Path root() {
        return root;
    }

    Path data() {
        return root.resolve("data");
    }

    Path log() {
        return root.resolve("server.log");
    }

    boolean temporary() {
        return temporary;
    }

    /** The port that the server used last; empty before the server's first start. */
    Optional<Integer> port() throws IOException {
        return Files.exists(portFile()) ? Optional.of(Integer.valueOf(Files.readString(portFile()))) : Optional.empty();
    }

    void keepPort(int port) throws IOException {
        Files.writeString(portFile(), Integer.toString(port));
    }

    /** Releases the directory after the server has been stopped. A temporary directory is deleted. */
    void release() throws IOException {
        if (temporary) {
            Trees.delete(root);
        } else {
            Files.deleteIfExists(ownerFile());
        }
    }

    private Path portFile() {
        return root.resolve("port");
    }

    private Path ownerFile() {
        return root.resolve("owner");
    }

    private Optional<ProcessHandle> livingOwner() throws IOException {
        return Processes.namedBy(ownerFile());
    }

    /** Returns the running server, found by the process id that PostgreSQL writes into its data directory. */
    Optional<ProcessHandle> server() throws IOException {
        try (Stream<String> lines = Files.lines(data().resolve("postmaster.pid"))) {
            // The system reuses process ids after a while, so check that the process is a PostgreSQL server.
            return lines.limit(1)
                    .flatMap(id -> ProcessHandle.of(Long.parseLong(id.strip())).stream())
                    .filter(process -> process.info().command().stream().anyMatch(path -> path.endsWith("postgres")))
                    .findFirst();
        } catch (final NoSuchFileException stopped) {
            return Optional.empty();
        }
    }

    /** Ends the running server and its sessions as {@code kill -9} does, and waits until all these processes have ended. */
    void killServer() throws IOException {
        final Optional<ProcessHandle> server = server();
        final List<ProcessHandle> all = Stream.concat(
                        server.stream(), server.stream().flatMap(ProcessHandle::descendants))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        for (final ProcessHandle process : all) {
            // The next start looks for the process id, so wait until the system has removed the process from its table.
            if (process.onExit()
                            .completeOnTimeout(null, END_SECONDS, TimeUnit.SECONDS)
                            .join()
                    == null) {
                throw new IllegalStateException("PostgreSQL process " + process.pid()
                        + " was killed, but did not end within " + END_SECONDS + " s");
            }
        }
    }

    private static void endOrphans() throws IOException {
        final List<Path> roots;
        try (Stream<Path> children = Files.list(BASE)) {
            roots = children.filter(child -> child.getFileName().toString().startsWith("server-"))
                    .toList();
        }
        for (final Path root : roots) {
            final ServerDirectory directory = new ServerDirectory(root, true);
            if (directory.livingOwner().isEmpty()) {
                directory.killServer();
                directory.release();
            }
        }
    }

    private interface Step<T> {
        T take() throws IOException;
    }

    /**
     * Executes a step under a lock. All threads of all JVMs take turns at ending orphans, unpacking, and claiming a directory.
     */
    private static <T> T locked(Step<T> step) throws IOException {
        synchronized (THIS_JVM) {
            PostgresBinaries.createReadable(BASE);
            try (FileChannel channel = FileChannel.open(
                            BASE.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (!lock.isValid()) {
                    throw new IOException("Lost the lock of " + BASE);
                }
                return step.take();
            }
        }
    }
}
