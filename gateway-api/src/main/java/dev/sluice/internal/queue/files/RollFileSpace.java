package dev.sluice.internal.queue.files;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import jnr.constants.platform.Errno;
import jnr.ffi.LastError;
import jnr.ffi.Runtime;
import net.openhft.chronicle.core.OS;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.impl.single.PrecreatedFiles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.posix.OpenFlag;
import net.openhft.posix.PosixAPI;
import net.openhft.posix.PosixRuntimeException;

/**
 * Allocates disk blocks for the current roll file some way beyond its last message. The space always includes the data that
 * Chronicle itself adds with the next message: an index page, a document header and the end mark. So a full disk is noticed
 * before a message is begun. A new roll file begins as a prepared file, which is created in the same directory under another
 * name. Used by one thread.
 */
public final class RollFileSpace implements AutoCloseable {

    /** The suffix that Chronicle expects in the name of a prepared file. */
    static final String SUFFIX = ".precreated";

    private static final long LEAST_AHEAD = 64 << 10;
    private static final long MOST_AHEAD = 1 << 20;
    private static final long PAGE = 4096;
    private static final int NONE = -1;

    private final RollFiles files;
    private final RollCycle rollCycle;
    private final QueueClock clock;
    private final long added;
    private int prepared = NONE;
    private FileBlocks blocks;
    private int cycle = NONE;
    private long allocated;

    public RollFileSpace(SingleChronicleQueue queue, Path directory, QueueClock clock) {
        this.files = new RollFiles(queue, directory);
        this.rollCycle = queue.rollCycle();
        this.clock = clock;
        this.added = Long.BYTES * rollCycle.defaultIndexCount() + 2 * PAGE;
    }

    /**
     * Called before each message. Makes sure that there is space to begin the message.
     *
     * @param wallMillis the wall clock time in milliseconds since 1970
     * @throws DiskReserveException if the disk is full
     */
    public void prepare(long wallMillis) {
        if (prepared != NONE && !clock.isPast(prepared, wallMillis)) {
            return;
        }
        final int next = clock.cycle(wallMillis);
        final Path file = files.path(next);
        if (Files.exists(file)) {
            enter(next, file);
            final long to = ahead(end(file) + added);
            allocated = blocks.allocate(0, to) ? to : 0;
        } else {
            makeBefore(file);
        }
        prepared = next;
        clock.prepared(next);
    }

    private long end(Path file) {
        return RollFile.look(file, rollCycle, 0L, RollFile::end);
    }

    private void makeBefore(Path file) {
        final Path unfinished = file.resolveSibling("." + stem(file) + "." + UUID.randomUUID() + SUFFIX);
        try {
            Files.createFile(unfinished);
            boolean made = false;
            try (FileBlocks empty = new FileBlocks(unfinished)) {
                empty.allocateEmpty(0, ahead(RollFileHeader.firstMessageAt(rollCycle) + added));
                Files.move(
                        unfinished,
                        PrecreatedFiles.preCreatedFile(file.toFile()).toPath(),
                        StandardCopyOption.ATOMIC_MOVE);
                made = true;
            } finally {
                if (!made) {
                    Files.deleteIfExists(unfinished);
                }
            }
        } catch (final NoSuchFileException e) {
            // Another process has just begun this roll file, and deleted the prepared files.
        } catch (final IOException e) {
            throw new DiskReserveException("cannot make the next file of " + file.getParent() + " (" + e.getMessage()
                    + "): nothing was written; if the disk is full, free some space");
        }
    }

    /** Whether a prepared file is for a later cycle than {@code file}. */
    static boolean isForLater(Path made, Path file) {
        return stem(made).compareTo(stem(file)) > 0;
    }

    /** Returns the part of the name that stands for the cycle. The names sort in the order of the cycles. */
    private static String stem(Path file) {
        final String name = file.getFileName().toString();
        final int start = name.startsWith(".") ? 1 : 0;
        return name.substring(start, name.indexOf('.', start));
    }

    /**
     * Called when a message is begun, and no other process can write. Makes sure that there is space for this message, and for
     * the beginning of the next message.
     *
     * @param at the address of the message in the file of the cycle
     * @throws DiskReserveException if the disk is full
     */
    public void extend(int inCycle, long at, long bytes) {
        if (inCycle != cycle) {
            final Path file = files.path(inCycle);
            deleteMadeBefore(file);
            enter(inCycle, file);
        }
        final long end = at + bytes + added;
        if (end > allocated) {
            final long to = ahead(end);
            if (!blocks.allocate(allocated, to)) {
                blocks.allocateEmpty(Math.max(allocated, at), to);
            }
            allocated = to;
        }
    }

    /** Deletes the prepared file, if it exists. Another process has begun the roll file without using the prepared file. */
    private static void deleteMadeBefore(Path file) {
        try {
            Files.deleteIfExists(PrecreatedFiles.preCreatedFile(file.toFile()).toPath());
        } catch (final IOException e) {
            throw new QueueException(
                    "cannot delete the prepared file for " + file + ", which already exists: " + e.getMessage(), e);
        }
    }

    private void enter(int other, Path file) {
        close();
        blocks = new FileBlocks(file);
        cycle = other;
        allocated = 0;
    }

    private static long ahead(long end) {
        final long more = Math.max(LEAST_AHEAD, Math.min(MOST_AHEAD, end / 4));
        return (end + more + PAGE - 1) / PAGE * PAGE;
    }

    @Override
    public void close() {
        if (blocks != null) {
            blocks.close();
            blocks = null;
            cycle = NONE;
        }
    }

    /**
     * Allocates disk blocks for ranges of a file. Chronicle creates its files with a large length but without disk blocks, and a
     * write to a mapped page allocates a block. If the disk is full at that moment, a signal kills the process, or the message is
     * lost. Used by one thread.
     *
     * <p>On Linux most file systems can allocate blocks without changing the content. Elsewhere zeros are written.
     */
    private static final class FileBlocks implements AutoCloseable {

        private static final int KEEP_SIZE = 1;
        private static final int NONE = -1;
        private static final byte[] ZEROS = new byte[64 << 10];

        private final Path path;
        private final int descriptor;

        FileBlocks(Path path) {
            this.path = path;
            this.descriptor = OS.isLinux() ? open(path) : NONE;
        }

        private static int open(Path path) {
            try {
                return PosixAPI.posix().open(path.toString(), OpenFlag.O_RDWR, 0);
            } catch (final PosixRuntimeException | UnsatisfiedLinkError e) {
                return NONE; // not on this platform
            }
        }

        /**
         * Allocates the missing blocks of a range without changing the content, because other processes may be writing there.
         *
         * @return false if the operating system or the file system cannot do this
         * @throws DiskReserveException if the disk is full
         */
        boolean allocate(long from, long to) {
            if (descriptor == NONE) {
                return false;
            }
            try {
                while (PosixAPI.posix().fallocate(descriptor, KEEP_SIZE, from, to - from) != 0) {
                    final int error = LastError.getLastError(Runtime.getSystemRuntime());
                    if (error == Errno.ENOSPC.intValue() || error == Errno.EDQUOT.intValue()) {
                        throw full(Errno.valueOf(error).toString());
                    }
                    if (error != Errno.EINTR.intValue()) {
                        return false;
                    }
                }
                return true;
            } catch (final PosixRuntimeException | UnsatisfiedLinkError e) {
                return false;
            }
        }

        /**
         * Allocates the blocks of an empty range to which no other process writes. If the system cannot allocate blocks, zeros
         * are written.
         *
         * @throws DiskReserveException if the disk is full
         */
        void allocateEmpty(long from, long to) {
            if (!allocate(from, to)) {
                writeZeros(from, to);
            }
        }

        private void writeZeros(long from, long to) {
            // A FileChannel would be closed if the thread is interrupted.
            try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                file.seek(from);
                for (long at = from; at < to; at += ZEROS.length) {
                    file.write(ZEROS, 0, (int) Math.min(ZEROS.length, to - at));
                }
            } catch (final IOException e) {
                throw full(e.getMessage());
            }
        }

        private DiskReserveException full(String why) {
            return new DiskReserveException("the disk of " + path.getParent() + " has no room for the next messages ("
                    + why + "): nothing was written; free some space");
        }

        @Override
        public void close() {
            if (descriptor != NONE) {
                PosixAPI.posix().close(descriptor);
            }
        }
    }
}
