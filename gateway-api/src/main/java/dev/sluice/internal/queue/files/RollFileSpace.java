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
 * Keeps the roll file that is written to on blocks of the disk, some way beyond its last message. Whoever writes leaves room
 * for what Chronicle adds by itself when the next one comes: a page of the index, the header of a document, the end mark.
 * So a full disk is met where nothing is begun yet. A file is begun from one that was made before, aside. One thread.
 */
public final class RollFileSpace implements AutoCloseable {

    /** The end of the name of a file that is made before, as Chronicle calls it. */
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
     * Call before each message: makes sure that there is room to begin it.
     *
     * @param wallMillis what the wall clock says
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
            // Somebody began that file meanwhile, and tidied up.
        } catch (final IOException e) {
            throw new DiskReserveException("cannot make the next file of " + file.getParent() + " (" + e.getMessage()
                    + "): nothing was written; free some space, if there is none");
        }
    }

    /** Whether what was made for a file is for one after the other. */
    static boolean isForLater(Path made, Path file) {
        return stem(made).compareTo(stem(file)) > 0;
    }

    /** The name of a file's cycle; those grow with it. */
    private static String stem(Path file) {
        final String name = file.getFileName().toString();
        final int start = name.startsWith(".") ? 1 : 0;
        return name.substring(start, name.indexOf('.', start));
    }

    /**
     * Call when a message is begun, and nobody else can write: makes sure that there is room for it, and to begin another.
     *
     * @param at where it goes in the file of that cycle
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

    /** Another process may have begun the file meanwhile. */
    private static void deleteMadeBefore(Path file) {
        try {
            Files.deleteIfExists(PrecreatedFiles.preCreatedFile(file.toFile()).toPath());
        } catch (final IOException e) {
            throw new QueueException(
                    "cannot delete what was made for " + file + ", which is there: " + e.getMessage(), e);
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
     * Gives stretches of a file blocks on the disk. Chronicle makes its files long and leaves them without any: a write to
     * what is mapped takes one then, and where none is left the process is ended by a signal, or the message is lost. One
     * thread.
     *
     * <p>Linux allocates without a look at what the file holds, for most file systems; elsewhere zeros are written.
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
         * Allocates the blocks that a stretch lacks. Its content stays as it is: others may be writing to it.
         *
         * @return false if the system or the file system cannot do that
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
         * Allocates the blocks of a stretch that holds nothing and that nobody else writes to. Where the system cannot allocate,
         * zeros are written to it.
         *
         * @throws DiskReserveException if the disk is full
         */
        void allocateEmpty(long from, long to) {
            if (!allocate(from, to)) {
                writeZeros(from, to);
            }
        }

        private void writeZeros(long from, long to) {
            // No channel: one that is interrupted closes itself.
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
