package dev.sluice.queue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * The writers' shared lock on an input queue: one file lock for all writers of this JVM, counted. Whoever comes first
 * tries for a moment to have it alone: then nobody writes, and Chronicle's lock, if it is held, and a file without
 * a header are what a kill left.
 */
final class WriterLock implements AutoCloseable {

    private static final Map<Path, Shared> HELD_HERE = new HashMap<>();

    private static final class Shared {
        private final FileChannel channel;
        private int writers;

        private Shared(FileChannel channel) {
            this.channel = channel;
        }
    }

    private final Path file;
    private boolean held = true;

    private WriterLock(Path file) {
        this.file = file;
    }

    static WriterLock acquire(Path input) {
        final Path file = ExclusiveFile.in(input, "writers.lock");
        synchronized (HELD_HERE) {
            final Shared known = HELD_HERE.get(file);
            final Shared shared = known == null ? lock(file, input) : known;
            shared.writers++;
            HELD_HERE.put(file, shared);
            return new WriterLock(file);
        }
    }

    private static Shared lock(Path file, Path input) {
        try {
            // Left open when the lock fails: closing it would drop a lock that another class loader here has.
            final FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            final FileLock alone = channel.tryLock();
            if (alone == null) {
                // Others write. A lock with our own process id is stale all the same: no writer of ours is open.
                final long self = ProcessHandle.current().pid();
                StaleWriteLock.clear(input, pid -> pid == self);
            } else {
                try {
                    StaleWriteLock.clear(input, pid -> true);
                    RollFiles.deleteHalfMade(input);
                } finally {
                    alone.release(); // else every writer of another process would wait for the end of this one
                }
            }
            channel.lock(0, Long.MAX_VALUE, true);
            return new Shared(channel);
        } catch (final OverlappingFileLockException e) {
            throw new QueueLockedException("the input queue " + input
                    + " is in use by this process under another class loader (lock file " + file + ")");
        } catch (final IOException e) {
            throw new QueueException("cannot lock " + file + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        synchronized (HELD_HERE) {
            final Shared shared = HELD_HERE.get(file);
            if (!held) {
                return;
            }
            held = false;
            shared.writers--;
            if (shared.writers == 0) {
                HELD_HERE.remove(file);
                try {
                    shared.channel.close();
                } catch (final IOException e) {
                    throw new QueueException("cannot close " + file + ": " + e.getMessage(), e);
                }
            }
        }
    }
}
