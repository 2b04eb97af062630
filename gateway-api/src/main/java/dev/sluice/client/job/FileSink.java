package dev.sluice.client.job;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A sink that writes to a file. Its mark is the length of the file on disk; resuming truncates the file to that length. So if a
 * run is killed and continued, the file is in the end the same as without the kill, provided that the run's bodies return the
 * same results again.
 *
 * @param <R> the type of the results
 */
public final class FileSink<R> implements Sink<R> {

    private static final int BUFFER = 1 << 16;

    private final Path path;
    private final Function<? super R, byte[]> encoding;
    private @Nullable Opened opened;
    private long length;

    /** @param file the open file; not a channel, because a channel is closed when its thread is interrupted */
    private record Opened(RandomAccessFile file, OutputStream buffer) {}

    private FileSink(Path path, Function<? super R, byte[]> encoding) {
        this.path = Objects.requireNonNull(path, "path");
        this.encoding = Objects.requireNonNull(encoding, "encoding");
    }

    /** Returns a sink that writes strings unchanged in UTF-8, so line ends must be part of the strings. */
    public static FileSink<CharSequence> text(Path path) {
        return new FileSink<>(path, FileSink::utf8);
    }

    /** Returns a sink that writes strings in UTF-8, each followed by a line feed. */
    public static FileSink<CharSequence> lines(Path path) {
        return new FileSink<>(path, line -> utf8(line + "\n"));
    }

    /** Returns a sink with a user-defined encoding, which must always give equal bytes for equal results. */
    public static <R> FileSink<R> of(Path path, Function<? super R, byte[]> encoding) {
        return new FileSink<>(path, encoding);
    }

    private static byte[] utf8(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void resume(String mark) throws IOException {
        final long marked = mark.isEmpty() ? 0 : Long.parseLong(mark);
        final RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        opened = new Opened(file, new BufferedOutputStream(new FileOutputStream(file.getFD()), BUFFER));
        if (file.length() < marked) {
            throw new IOException(path + " has " + file.length() + " bytes, but had " + marked
                    + " at the last mark of the run: restore the file, or give the run up");
        }
        file.setLength(marked);
        file.seek(marked);
        length = marked;
    }

    @Override
    public void write(R result) throws IOException {
        final byte[] bytes = encoding.apply(result);
        opened().buffer.write(bytes);
        length += bytes.length;
    }

    @Override
    public String mark() throws IOException {
        opened().buffer.flush();
        opened().file.getFD().sync();
        return Long.toString(length);
    }

    /**
     * Closes the file. Results after the last mark may be missing in the file. They are written again when the run is continued.
     */
    @Override
    public void close() throws IOException {
        if (opened != null) {
            opened.file.close();
        }
    }

    private Opened opened() {
        if (opened == null) {
            throw new IllegalStateException(path + " is not open: call resume first");
        }
        return opened;
    }
}
