package dev.sluice.queue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that one holder has locked, with the holder's process id in its first bytes. The lock ends with the process,
 * however it ends, and works where process ids do not: in a container every process may be number 1.
 *
 * <p>Opened once in a JVM: on POSIX, closing any other channel of the same file would drop the lock.
 */
final class ExclusiveFile implements AutoCloseable {

    /** The bytes at the start that hold the process id. */
    static final int HEADER = 64;

    private static final Pattern PID = Pattern.compile("pid (\\d{1,18})");
    private static final Set<Path> HELD_HERE = new HashSet<>();

    private final Path path;
    private final FileChannel channel;

    private ExclusiveFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Locks the file, creating it if it is missing.
     *
     * @param what what is locked, as the error names it
     * @throws QueueLockedException if somebody has it
     */
    static ExclusiveFile lock(Path file, String what) {
        return lock(file, what, StandardOpenOption.CREATE)
                .orElseThrow(() -> new QueueException("cannot lock " + file + ": its directory is gone"));
    }

    /** The same of a file that is there, or empty when it is not. */
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
            final FileLock lock = channel.tryLock();
            if (lock == null) {
                final String holder = header(channel);
                channel.close();
                throw new QueueLockedException(locked(what, file, holder));
            }
            final ByteBuffer text = ByteBuffer.allocate(HEADER);
            text.put(("pid " + ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII));
            channel.write(text.clear(), 0);
            return Optional.of(channel);
        } catch (final NoSuchFileException e) {
            return Optional.empty();
        } catch (final OverlappingFileLockException e) {
            throw new QueueLockedException(locked(what, file, "this process, under another class loader"));
        } catch (final IOException e) {
            closeQuietly(channel);
            throw new QueueException("cannot lock " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * The process that the file names, if it runs and has not only taken over the number of one that did. Locks nothing,
     * so it is no more than a hint.
     */
    static Optional<ProcessHandle> holder(Path file) {
        return look(file).filter(LockHolder::live).flatMap(holder -> ProcessHandle.of(holder.pid()));
    }

    /** The same, also when that process has ended without giving the lock back. */
    static Optional<LockHolder> look(Path file) {
        synchronized (HELD_HERE) { // to the end: to close a file that is locked here meanwhile would drop its lock
            try {
                return HELD_HERE.contains(file)
                        ? Optional.of(new LockHolder(ProcessHandle.current().pid(), noted(file), true))
                        : read(file);
            } catch (final IOException e) {
                return Optional.empty(); // there is none, or it is not for this user
            }
        }
    }

    private static Optional<LockHolder> read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            final Matcher pid = PID.matcher(header(channel));
            return pid.find() ? Optional.of(look(Long.parseLong(pid.group(1)), noted(file))) : Optional.empty();
        }
    }

    private static LockHolder look(long pid, Instant noted) {
        final boolean live =
                ProcessHandle.of(pid).filter(process -> ranBy(process, noted)).isPresent();
        return new LockHolder(pid, noted, live);
    }

    private static Instant noted(Path file) throws IOException {
        return Files.getLastModifiedTime(file).toInstant();
    }

    private static boolean ranBy(ProcessHandle process, Instant moment) {
        return process.isAlive()
                && process.info()
                        .startInstant()
                        .map(started -> !started.isAfter(moment.plusSeconds(1)))
                        .orElse(true);
    }

    private static String header(FileChannel channel) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(HEADER);
        channel.read(bytes, 0);
        final String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII).trim();
        return text.isEmpty() ? "a process that is starting" : "the process with " + text;
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

    /** The process may live on, and is not to be taken for the holder then. */
    private void forgetHolder() {
        try {
            channel.write(ByteBuffer.allocate(HEADER), 0);
        } catch (final IOException e) {
            // it is only a hint
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

    /** The directory's own path, so that two names of one directory are one lock. */
    static Path in(Path directory, String name) {
        try {
            return Files.exists(directory) ? directory.toRealPath().resolve(name) : directory.resolve(name);
        } catch (final IOException e) {
            throw new QueueException("cannot resolve " + directory + ": " + e.getMessage(), e);
        }
    }
}
