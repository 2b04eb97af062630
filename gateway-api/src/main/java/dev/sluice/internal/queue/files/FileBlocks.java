package dev.sluice.internal.queue.files;

import dev.sluice.api.DiskReserveException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import jnr.constants.platform.Errno;
import jnr.ffi.LastError;
import jnr.ffi.Runtime;
import net.openhft.chronicle.core.OS;
import net.openhft.posix.OpenFlag;
import net.openhft.posix.PosixAPI;
import net.openhft.posix.PosixRuntimeException;

/**
 * Gives stretches of a file blocks on the disk. Chronicle makes its files long and leaves them without any: a write to
 * what is mapped takes one then, and where none is left the process is ended by a signal, or the message is lost. One
 * thread.
 *
 * <p>Linux allocates without a look at what the file holds, for most file systems; elsewhere zeros are written.
 */
final class FileBlocks implements AutoCloseable {

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
        return new DiskReserveException("the disk of " + path.getParent() + " has no room for the next messages (" + why
                + "): nothing was written; free some space");
    }

    @Override
    public void close() {
        if (descriptor != NONE) {
            PosixAPI.posix().close(descriptor);
        }
    }
}
