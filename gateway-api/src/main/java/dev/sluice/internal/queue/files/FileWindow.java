package dev.sluice.internal.queue.files;

import dev.sluice.api.QueueException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads a file of any size through a buffer, which is efficient if the addresses mostly grow. Reads zeros after the end of the
 * file. The file is not mapped to memory. Reading works even if the thread is interrupted. Used by one thread.
 */
public final class FileWindow implements AutoCloseable {

    private static final int SIZE = 1 << 20;

    private final Path path;
    private final RandomAccessFile file;
    private final long length;
    private ByteBuffer window = buffer(0);
    private long start = 0;
    private int filled = 0;

    private FileWindow(Path path, RandomAccessFile file) {
        this.path = path;
        this.file = file;
        try {
            this.length = file.length();
        } catch (final IOException e) {
            throw unreadable(e);
        }
    }

    /** Opens a file; empty if it does not exist. */
    public static Optional<FileWindow> open(Path path) {
        try {
            return Optional.of(new FileWindow(path, new RandomAccessFile(path.toFile(), "r")));
        } catch (final FileNotFoundException e) {
            return Optional.empty();
        }
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the length in bytes that the file had when it was opened. */
    public long length() {
        return length;
    }

    public int intAt(long at) {
        final int place = place(at, Integer.BYTES); // first, because place() may replace the window
        return window.getInt(place);
    }

    public long longAt(long at) {
        final int place = place(at, Long.BYTES);
        return window.getLong(place);
    }

    public int byteAt(long at) {
        final int place = place(at, 1);
        return window.get(place) & 0xFF;
    }

    public void get(long at, byte[] to, int count) {
        final int place = place(at, count);
        System.arraycopy(window.array(), place, to, 0, count);
    }

    private int place(long at, int count) {
        if (at < start || at + count > start + filled) {
            fill(at, count);
        }
        return (int) (at - start);
    }

    private void fill(long at, int count) {
        if (at < 0) {
            throw new IllegalArgumentException("address " + at);
        }
        if (count > window.capacity()) {
            window = buffer(Math.max(SIZE, count));
        }
        read(at, window);
        start = at;
        filled = window.capacity();
    }

    private void read(long at, ByteBuffer to) {
        try {
            file.seek(at);
            int read = 0;
            int got = 0;
            while (got >= 0 && read < to.capacity()) {
                read += got;
                got = file.read(to.array(), read, to.capacity() - read);
            }
            Arrays.fill(to.array(), read, to.capacity(), (byte) 0);
        } catch (final IOException e) {
            throw unreadable(e);
        }
    }

    /** Reads a range directly from the file, without the buffer. Returns zeros for addresses outside the file. */
    ByteBuffer now(long at, int count) {
        final ByteBuffer bytes = buffer(count);
        if (at >= 0) {
            read(at, bytes);
        }
        return bytes;
    }

    private QueueException unreadable(IOException e) {
        return new QueueException("cannot read " + path + ": " + e.getMessage(), e);
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (final IOException e) {
            throw new QueueException("cannot close " + path + ": " + e.getMessage(), e);
        }
    }
}
