package dev.sluice.queue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import net.openhft.chronicle.queue.RollCycle;

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

    static WriterLock acquire(Path input, RollCycle cycle) {
        final Path file = file(input);
        synchronized (HELD_HERE) {
            final Shared known = HELD_HERE.get(file);
            final Shared shared = known == null ? lock(file, input, cycle) : known;
            shared.writers++;
            HELD_HERE.put(file, shared);
            return new WriterLock(file);
        }
    }

    private static Path file(Path input) {
        return ExclusiveFile.in(input, "writers.lock");
    }

    /** The ids of the processes that have writers open, as far as the system tells; to look locks nothing. */
    static SortedSet<Long> holders(Path input) {
        final Path file = file(input);
        final SortedSet<Long> pids = FileLocks.holders(file);
        synchronized (HELD_HERE) {
            if (HELD_HERE.containsKey(file)) {
                pids.add(ProcessHandle.current().pid());
            }
        }
        return pids;
    }

    private static Shared lock(Path file, Path input, RollCycle cycle) {
        FileChannel channel = null;
        boolean keepOpen = false;
        try {
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            clearWhatAKillLeft(channel, input, cycle);
            channel.lock(0, Long.MAX_VALUE, true);
            keepOpen = true;
            return new Shared(channel);
        } catch (final OverlappingFileLockException e) {
            keepOpen = true; // closing it would drop the lock that another class loader here has
            throw new QueueLockedException("the input queue " + input
                    + " is in use by this process under another class loader (lock file " + file + ")");
        } catch (final IOException e) {
            throw new QueueException("cannot lock " + file + ": " + e.getMessage(), e);
        } finally {
            if (!keepOpen && channel != null) {
                close(channel, file);
            }
        }
    }

    /**
     * The same lock for nobody else, in this process or another: as long as that channel is open.
     *
     * @throws QueueLockedException if somebody writes
     */
    static FileChannel acquireAlone(Path input) {
        final Path file = ExclusiveFile.in(input, "writers.lock");
        synchronized (HELD_HERE) {
            if (HELD_HERE.containsKey(file)) {
                throw inUse(input, file, "this process");
            }
            FileChannel channel = null;
            boolean held = false;
            try {
                channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                held = channel.tryLock() != null;
                if (!held) {
                    throw inUse(input, file, "jobs that write to it, or may");
                }
                return channel;
            } catch (final OverlappingFileLockException e) {
                held = true; // closing it would drop the lock that another class loader here has
                throw inUse(input, file, "this process under another class loader");
            } catch (final IOException e) {
                throw new QueueException("cannot lock " + file + ": " + e.getMessage(), e);
            } finally {
                if (!held && channel != null) {
                    close(channel, file);
                }
            }
        }
    }

    private static QueueLockedException inUse(Path input, Path file, String who) {
        return new QueueLockedException(
                "the input queue " + input + " is in use by " + who + " (lock file " + file + "): stop that first");
    }

    private static void clearWhatAKillLeft(FileChannel channel, Path input, RollCycle cycle) throws IOException {
        try (FileLock alone = channel.tryLock()) {
            if (alone == null) {
                // Others write. A lock with our own process id is stale all the same: no writer of ours is open.
                final long self = ProcessHandle.current().pid();
                StaleWriteLock.clear(input, pid -> pid == self);
            } else {
                StaleWriteLock.clear(input, pid -> true);
                RollFiles.deleteHalfMade(input, cycle);
            }
        }
    }

    private static void close(FileChannel channel, Path file) {
        try {
            channel.close();
        } catch (final IOException e) {
            throw new QueueException("cannot close " + file + ": " + e.getMessage(), e);
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
                close(shared.channel, file);
            }
        }
    }
}
