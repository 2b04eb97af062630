package dev.sluice.internal.queue.state;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.queue.files.ProcessName;
import dev.sluice.internal.queue.files.QueueLock;
import dev.sluice.internal.queue.files.RollFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.openhft.chronicle.core.Jvm;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.queue.RollCycle;

/**
 * The number of this process among the processes that write to an input queue. Each process takes the lowest free number. For
 * this it locks the part of a shared file that belongs to the number, and writes its own name there. When the process ends, the
 * kernel releases this file lock, and another process can take the number. A process that holds the queue's write lock stores
 * this number in the lock, as its mark. A process id alone would not be enough, because processes in two containers may have the
 * same id.
 *
 * <p>All writers of this JVM share one open file, which is closed after the last use. This is necessary because on POSIX, closing
 * any channel of a file releases all locks of the process on the file.
 */
public final class WriterLock implements AutoCloseable {

    private static final String FILE = "writers.lock";
    private static final int MOST = 1023;
    private static final int PART = ProcessName.BYTES;
    private static final int SIZE = (MOST + 1) * PART;

    /** The bit that a mark has if Sluice wrote the mark, and not a program that writes with Chronicle alone. */
    private static final long OURS = 1L << 62;

    private static final Map<Path, Shared> HELD_HERE = new HashMap<>();

    private final Shared shared;
    private final boolean first;
    private boolean held = true;

    private WriterLock(Shared shared, boolean first) {
        this.shared = shared;
        this.first = first;
    }

    /** Takes a number for this process, and makes this process an owner of the queue's write lock. */
    public static WriterLock acquire(Path input, QueueLock lock, RollCycle cycle) {
        final WriterLock writer = takePart(input, lock, cycle);
        boolean acquired = false;
        try {
            if (writer.first) {
                lock.inside(writer.shared::tidy);
            }
            acquired = true;
            return writer;
        } finally {
            if (!acquired) {
                writer.close();
            }
        }
    }

    private static WriterLock takePart(Path input, QueueLock lock, RollCycle cycle) {
        final Path file = file(input);
        synchronized (HELD_HERE) {
            Shared shared = HELD_HERE.get(file);
            if (shared == null) {
                shared = Shared.open(file, input, cycle);
                HELD_HERE.put(file, shared);
            }
            lock.belongsTo(shared);
            if (shared.writers == 0) {
                lock.openIfLeft(shared::isOwnNumber); // no other writer of this process can hold the lock yet
            }
            shared.writers++;
            return new WriterLock(shared, shared.writers == 1);
        }
    }

    private static Path file(Path input) {
        return ExclusiveFile.in(input, FILE);
    }

    /** Returns the processes that have writers open: those that hold the lock of their number. */
    public static List<ProcessName> holders(Path input) {
        final Path file = file(input);
        synchronized (HELD_HERE) {
            final Shared shared = HELD_HERE.get(file);
            if (shared != null) {
                return holders(shared.channel, shared.names, false);
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                final ByteBuffer names = ByteBuffer.allocate(SIZE);
                channel.read(names, 0);
                return holders(channel, names.clear(), true);
            } catch (final NoSuchFileException e) {
                return List.of();
            } catch (final IOException e) {
                throw QueueAccess.failed("cannot read", file, e);
            }
        }
    }

    private static List<ProcessName> holders(FileChannel channel, ByteBuffer names, boolean shared) {
        final List<ProcessName> found = new ArrayList<>();
        for (int number = 1; number <= MOST; number++) {
            final Optional<ProcessName> name = ProcessName.of(names.slice(number * PART, PART));
            if (name.isPresent() && isHeld(channel, number, shared)) {
                found.add(name.get());
            }
        }
        return found;
    }

    private static boolean isHeld(FileChannel channel, int number, boolean shared) {
        try (FileLock taken = tryLock(channel, number, shared)) {
            return taken == null;
        } catch (final OverlappingFileLockException e) {
            return true; // this process holds the lock
        } catch (final IOException e) {
            return true; // nothing is known, so the number is not reported as free
        }
    }

    private static FileLock tryLock(FileChannel channel, int number, boolean shared) throws IOException {
        return channel.tryLock((long) number * PART, PART, shared);
    }

    /**
     * Keeps out all writers, in this process and others, as long as the returned channel is open.
     *
     * @throws QueueLockedException if a process has a writer open
     */
    public static FileChannel acquireAlone(Path input) {
        final Path file = file(input);
        synchronized (HELD_HERE) {
            if (HELD_HERE.containsKey(file)) {
                throw inUse(input, file, "this process");
            }
            return opened(input, file, channel -> {
                if (channel.tryLock() == null) {
                    throw inUse(input, file, "jobs that may write to it");
                }
                return channel;
            });
        }
    }

    /** Locks a part of the file through its open channel. */
    @FunctionalInterface
    private interface Taking<T> {
        T from(FileChannel channel) throws IOException;
    }

    /** Opens the file and locks a part of it. Closes the file again if the part cannot be locked. */
    private static <T> T opened(Path input, Path file, Taking<T> taking) {
        FileChannel channel = null;
        boolean keepOpen = false;
        try {
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            final T taken = taking.from(channel);
            keepOpen = true;
            return taken;
        } catch (final OverlappingFileLockException e) {
            keepOpen = true; // closing the channel would release the other class loader's locks in this process
            throw inUse(input, file, "this process under another class loader");
        } catch (final IOException e) {
            throw QueueAccess.failed("cannot lock", file, e);
        } finally {
            if (!keepOpen && channel != null) {
                close(channel, file);
            }
        }
    }

    private static QueueLockedException inUse(Path input, Path file, String who) {
        return new QueueLockedException(
                "the input queue " + input + " is in use by " + who + " (lock file " + file + "): stop that first");
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
            if (held) {
                held = false;
                shared.writers--;
                if (shared.writers == 0) {
                    HELD_HERE.remove(shared.file);
                    shared.close();
                }
            }
        }
    }

    /** The number of this JVM, which all its writers of one queue share. */
    private static final class Shared implements QueueLock.Owner {
        private final Path file;
        private final Path input;
        private final RollCycle cycle;
        private final FileChannel channel;
        private final FileLock own;
        private final MappedByteBuffer names;
        private final long mark;
        private int writers;

        private Shared(
                Path file, Path input, RollCycle cycle, FileChannel channel, FileLock own, MappedByteBuffer names) {
            this.file = file;
            this.input = input;
            this.cycle = cycle;
            this.channel = channel;
            this.own = own;
            this.names = names;
            mark = OURS | own.position() / PART << Integer.SIZE | ProcessName.SELF.pid();
        }

        private static Shared open(Path file, Path input, RollCycle cycle) {
            return opened(input, file, channel -> {
                final FileLock own = takeNumber(channel, input, file);
                channel.write(ProcessName.SELF.bytes(), own.position());
                channel.write(ByteBuffer.allocate(1), SIZE - 1L);
                return new Shared(
                        file, input, cycle, channel, own, channel.map(FileChannel.MapMode.READ_ONLY, 0, SIZE));
            });
        }

        private static FileLock takeNumber(FileChannel channel, Path input, Path file) throws IOException {
            for (int number = 1; number <= MOST; number++) {
                final FileLock own = tryLock(channel, number, false);
                if (own != null) {
                    return own;
                }
            }
            throw inUse(input, file, "a repair, or by " + MOST + " other processes");
        }

        private static int number(long mark) {
            return (int) ((mark & ~OURS) >>> Integer.SIZE);
        }

        @Override
        public long mark() {
            return mark;
        }

        /**
         * Whether a mark contains our number. If so, an earlier process that had this number wrote the mark, and that process has
         * ended.
         */
        private boolean isOwnNumber(long other) {
            return (other & OURS) != 0 && number(other) == number(mark);
        }

        /**
         * Takes the file lock of the number in the mark for a moment. If this succeeds, no process has the number, so the process
         * that wrote the mark has ended. A program that writes with Chronicle alone leaves its process id as the mark. In this
         * case the method looks for a process with that id, as Chronicle does.
         */
        @Override
        public boolean takeOver(LongValue word, long other) {
            if ((other & OURS) == 0) {
                return !Jvm.isProcessAlive((int) other) && word.compareAndSwapValue(other, mark);
            }
            if (isOwnNumber(other) || number(other) > MOST) {
                return false;
            }
            try (FileLock ended = tryLock(channel, number(other), false)) {
                return ended != null && word.compareAndSwapValue(other, mark);
            } catch (final OverlappingFileLockException e) {
                return false; // another thread is checking this number
            } catch (final IOException e) {
                throw QueueAccess.failed("cannot lock", file, e);
            }
        }

        @Override
        public void tidy() {
            RollFiles.deleteHalfMade(input, cycle);
        }

        @Override
        public String name(long other) {
            return Optional.of(other)
                    .filter(any -> (any & OURS) != 0)
                    .flatMap(any -> ProcessName.of(names.slice(Math.min(number(any), MOST) * PART, PART)))
                    .filter(name -> name.pid() == (int) other)
                    .orElseGet(() -> new ProcessName((int) other, ProcessName.SELF.namespace()))
                    .toString();
        }

        private void close() {
            try {
                channel.write(ByteBuffer.allocate(PART), own.position());
            } catch (final IOException e) {
                // only the name is not cleared; the lock decides whether the number is in use
            } finally {
                WriterLock.close(channel, file);
            }
        }
    }
}
