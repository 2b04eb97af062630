package dev.sluice.examples.demo;

import dev.sluice.testsupport.Trees;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.ExitCode;

/** The directory with all files of a run of the demo. A lock prevents two demos from using the directory at the same time. */
final class DemoDirectory implements AutoCloseable {

    private static final String STATE = "demo.properties";
    private static final String LOCK = "demo.lock";

    private final Path root;
    private final FileChannel lock;

    private DemoDirectory(Path root, FileChannel lock) {
        this.root = root;
        this.lock = lock;
    }

    /**
     * Opens the directory, and creates it if it does not exist.
     *
     * @throws DemoException if the directory cannot be used, because another demo uses it, it contains other files, or the
     *     operating system refuses access
     */
    static DemoDirectory open(Path path) throws IOException {
        final Path root = path.toAbsolutePath().normalize();
        try {
            Files.createDirectories(root);
            return locked(root);
        } catch (final FileSystemException e) {
            throw new DemoException(
                    root + " cannot be created or used as a directory (" + why(e) + "): choose another --dir",
                    ExitCode.USAGE);
        }
    }

    private static DemoDirectory locked(Path root) throws IOException {
        if (!Files.exists(root.resolve(LOCK)) && !Trees.isEmpty(root)) {
            throw new DemoException(
                    root + " contains files that are not the demo's: choose another --dir", ExitCode.USAGE);
        }
        final FileChannel channel =
                FileChannel.open(root.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locked(channel)) {
            channel.close();
            throw new DemoException("another demo runs in " + root + ": wait until it ends, or choose another --dir");
        }
        return new DemoDirectory(root, channel);
    }

    private static String why(FileSystemException refused) {
        if (refused instanceof FileAlreadyExistsException) {
            return "it is a file";
        }
        if (refused instanceof AccessDeniedException) {
            return "permission denied";
        }
        return Optional.ofNullable(refused.getReason())
                .orElse(refused.getClass().getSimpleName());
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            final FileLock held = channel.tryLock();
            return held != null;
        } catch (final OverlappingFileLockException e) {
            return false;
        }
    }

    boolean hasState() {
        return Files.exists(state());
    }

    DemoState readState() throws IOException {
        return DemoState.read(state());
    }

    void write(DemoState next) throws IOException {
        next.write(state());
    }

    /**
     * Deletes all files of an earlier run. The state is deleted last. If this process is killed before that, the next run can
     * still start over.
     */
    void clear() throws IOException {
        final List<Path> children;
        try (Stream<Path> all = Files.list(root)) {
            children = all.filter(child -> !child.endsWith(LOCK) && !child.endsWith(STATE))
                    .toList();
        }
        for (final Path child : children) {
            Trees.delete(child);
        }
        Files.deleteIfExists(state());
    }

    Path root() {
        return root;
    }

    /** Returns the path of the file with the given name. */
    Path file(String name) {
        return root.resolve(name);
    }

    Path database() {
        return root.resolve("database");
    }

    Path queues() {
        return root.resolve("queues");
    }

    Path gatewayConfig() {
        return root.resolve("gateway.yaml");
    }

    Path gatewaySummary() {
        return root.resolve("gateway-summary.json");
    }

    Path letters() {
        return root.resolve("letters.txt");
    }

    Path lettersOneAtATime() {
        return root.resolve("letters-one-at-a-time.txt");
    }

    private Path state() {
        return root.resolve(STATE);
    }

    /** Unlocks the directory; the lock file stays. */
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
