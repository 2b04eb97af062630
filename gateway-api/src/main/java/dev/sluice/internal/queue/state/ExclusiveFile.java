package dev.sluice.internal.queue.state;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.queue.files.ProcessName;
import dev.sluice.transport.Holder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * A locked file whose first bytes contain the holder's name. The lock ends with the holder's process, even after a crash. Unlike
 * a check of process ids, the lock works across containers, in which every process may have id 1. The holder also locks one more
 * byte, the live byte, far beyond the end of the file. A process that checks whether the holder lives tries to lock only the live
 * byte. So the check never keeps a starting process from locking the file.
 *
 * <p>A JVM opens the file only once, because on POSIX, closing any other channel of the same file releases the lock.
 */
public final class ExclusiveFile implements AutoCloseable {

    /** The number of bytes at the start that contain the holder's name. */
    public static final int HEADER = ProcessName.BYTES;

    private static final long LIVE = 1L << 40;
    private static final int LOOKERS = 1000;
    private static final long PAUSE_NANOS = 1_000_000;
    /** The files that this JVM holds. Kept with the JVM's properties, so that other class loaders open none of them either. */
    @SuppressWarnings("unchecked") // only this class uses the key
    private static final Set<Path> HELD_HERE = (Set<Path>)
            System.getProperties().computeIfAbsent(ExclusiveFile.class.getName(), key -> new HashSet<Path>());

    private final Path path;
    private final FileChannel channel;

    private ExclusiveFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Locks a file, and creates it if it is missing.
     *
     * @param what the name of the locked thing in the error message
     * @throws QueueLockedException if the file is locked already
     */
    public static ExclusiveFile lock(Path file, String what) {
        return lock(file, what, StandardOpenOption.CREATE)
                .orElseThrow(() -> new QueueException("cannot lock " + file + ": its directory is gone"));
    }

    /** Locks an existing file; empty if it does not exist. */
    static Optional<ExclusiveFile> lockExisting(Path file, String what) {
        return lock(file, what, StandardOpenOption.READ);
    }

    private static Optional<ExclusiveFile> lock(Path file, String what, OpenOption option) {
        synchronized (HELD_HERE) {
            if (!HELD_HERE.add(file)) {
                throw new QueueLockedException(locked(what, file, "this process"));
            }
            boolean held = false;
            try {
                final Optional<FileChannel> channel = channel(file, what, option);
                held = channel.isPresent();
                return channel.map(open -> new ExclusiveFile(file, open));
            } finally {
                if (!held) {
                    HELD_HERE.remove(file);
                }
            }
        }
    }

    private static Optional<FileChannel> channel(Path file, String what, OpenOption option) {
        FileChannel channel = null;
        try {
            channel = FileChannel.open(file, option, StandardOpenOption.READ, StandardOpenOption.WRITE);
            final FileLock lock = channel.tryLock(0, HEADER, false);
            if (lock == null) {
                final String holder = header(channel).map(ProcessName::toString).orElse("a process that is starting");
                channel.close();
                throw new QueueLockedException(locked(what, file, holder));
            }
            channel.write(ProcessName.SELF.bytes(), 0);
            showLive(channel);
            return Optional.of(channel);
        } catch (final NoSuchFileException e) {
            return Optional.empty();
        } catch (final IOException e) {
            closeQuietly(channel);
            throw QueueAccess.failed("cannot lock", file, e);
        }
    }

    /**
     * Locks the live byte, which a checking process may hold locked for a moment. Gives up after about a second. Otherwise a
     * checking process that was suspended at that moment would keep a gateway from starting.
     */
    private static void showLive(FileChannel channel) throws IOException {
        for (int i = 0; i < LOOKERS && channel.tryLock(LIVE, 1, false) == null; i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Returns the holder of the lock, or the last holder if its process ended without releasing the lock. */
    public static Optional<Holder> look(Path file) {
        synchronized (HELD_HERE) { // for the whole check: if this JVM locked the file meanwhile, read() would unlock it
            try {
                return HELD_HERE.contains(file)
                        ? Optional.of(new Holder(ProcessName.SELF.pid(), noted(file), true))
                        : read(file);
            } catch (final IOException e) {
                return Optional.empty(); // the file does not exist, or this user may not read it
            }
        }
    }

    private static Optional<Holder> read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            final Optional<ProcessName> holder = header(channel);
            return holder.isPresent()
                    ? Optional.of(new Holder(holder.get().pid(), noted(file), isLive(channel)))
                    : Optional.empty();
        }
    }

    private static boolean isLive(FileChannel channel) throws IOException {
        try (FileLock free = channel.tryLock(LIVE, 1, true)) {
            return free == null;
        }
    }

    private static Instant noted(Path file) throws IOException {
        return Files.getLastModifiedTime(file).toInstant();
    }

    private static Optional<ProcessName> header(FileChannel channel) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(HEADER);
        channel.read(bytes, 0);
        return ProcessName.of(bytes.flip());
    }

    private static String locked(String what, Path file, String holder) {
        return what + " is in use by " + holder + " (lock file " + file + "): stop that first, or use another";
    }

    FileChannel channel() {
        return channel;
    }

    boolean isHeld() {
        return channel.isOpen();
    }

    @Override
    public void close() {
        synchronized (HELD_HERE) {
            if (channel.isOpen()) {
                forgetHolder();
                closeQuietly(channel);
                HELD_HERE.remove(path);
            }
        }
    }

    /** Clears the holder's name. If this process lives on, other processes must no longer take it for the holder. */
    private void forgetHolder() {
        try {
            channel.write(ByteBuffer.allocate(HEADER), 0);
        } catch (final IOException e) {
            // the name is only a hint
        }
    }

    private static void closeQuietly(FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (final IOException e) {
                throw new QueueException("cannot close a lock file: " + e.getMessage(), e);
            }
        }
    }

    /** Resolves a file name in the real path of a directory, so that two paths to the same directory lead to the same lock. */
    public static Path in(Path directory, String name) {
        try {
            return Files.exists(directory) ? directory.toRealPath().resolve(name) : directory.resolve(name);
        } catch (final IOException e) {
            throw new QueueException("cannot resolve " + directory + ": " + e.getMessage(), e);
        }
    }
}
