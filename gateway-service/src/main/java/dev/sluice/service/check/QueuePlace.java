package dev.sluice.service.check;

import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.LockHolder;
import dev.sluice.service.config.QueuesConfig;
import dev.sluice.service.config.QueuesConfig.QueueSync;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the queues are, or will be. Makes, opens and locks nothing.
 *
 * @param gateway the gateway that serves them now
 * @param state what is there, for people
 * @param disk the file system, for people
 */
record QueuePlace(
        Optional<LockHolder> gateway, String state, String disk, List<String> problems, List<String> warnings) {

    static QueuePlace of(QueuesConfig queues) {
        final Path path = queues.path().toAbsolutePath().normalize();
        final List<String> problems = new ArrayList<>();
        final List<String> warnings = new ArrayList<>();
        final Optional<LockHolder> gateway = GatewayLock.look(path).filter(LockHolder::live);
        final String state = state(path, gateway, problems);
        return new QueuePlace(
                gateway,
                state,
                disk(existing(path), queues.diskReserve(), problems, warnings),
                List.copyOf(problems),
                List.copyOf(warnings));
    }

    static String durability(QueuesConfig queues) {
        return queues.sync() == QueueSync.CHUNK
                ? "sync chunk: survives a power cut"
                : "sync none: survives a crash of a process, not a power cut";
    }

    private static String state(Path path, Optional<LockHolder> gateway, List<String> problems) {
        if (Files.notExists(path)) {
            final Path parent = existing(path);
            if (!Files.isDirectory(parent) || !Files.isWritable(parent)) {
                problems.add("queues.path: " + path + " cannot be made: " + parent + " is no directory that "
                        + System.getProperty("user.name") + " may write to");
                return "cannot be made";
            }
            return "made by the gateway's first start";
        }
        if (!Files.exists(path)) {
            problems.add("queues.path: " + System.getProperty("user.name") + " may not look into " + existing(path));
            return "not to be seen";
        }
        if (!Files.isDirectory(path)) {
            problems.add("queues.path: " + path + " is no directory");
            return "no directory";
        }
        boolean there = true;
        for (final Path directory : List.of(path, path.resolve("in"), path.resolve("out"))) {
            if (Files.exists(directory) && !Files.isWritable(directory)) {
                problems.add("queues.path: " + System.getProperty("user.name") + " may not write to " + directory);
            }
            there &= Files.isDirectory(directory);
        }
        if (gateway.isPresent()) {
            return "in use by a running gateway, process " + gateway.get().pid();
        }
        return there ? "there, no gateway runs" : "made by the gateway's first start";
    }

    private static Path existing(Path path) {
        Path at = path;
        while (!Files.exists(at) && at.getParent() != null) {
            at = at.getParent();
        }
        return at;
    }

    private static String disk(Path at, long reserve, List<String> problems, List<String> warnings) {
        try {
            final FileStore store = Files.getFileStore(at);
            final Optional<String> warning = FileSystemKind.warning(store.type());
            warning.ifPresent(text -> warnings.add("queues.path: the file system of " + at + ": " + text));
            final long free = store.getUsableSpace();
            if (free < reserve) {
                problems.add("queues.diskReserve: " + megabytes(free) + " are free, less than the reserve of "
                        + megabytes(reserve) + ": every request would be held back");
            }
            return store.type() + (warning.isPresent() ? "" : ", local") + ", " + megabytes(free) + " free, reserve "
                    + megabytes(reserve);
        } catch (final IOException e) {
            warnings.add("queues.path: cannot tell the file system of " + at + ": " + e.getMessage());
            return "not known";
        }
    }

    private static String megabytes(long bytes) {
        return (bytes >> 20) + " MB";
    }
}
