package dev.sluice.replay.export;

import dev.sluice.queue.DurableFile;
import dev.sluice.queue.Position;
import dev.sluice.queue.QueueException;
import dev.sluice.queue.RecordedDocument;
import dev.sluice.wire.Encoder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;

/**
 * Writes an export file: aside, and under its name only once it is whole and on disk. One thread; memory for one block.
 */
final class ExportWriter implements AutoCloseable {

    private static final int BLOCK = 1 << 18;
    private static final int BUFFER = 1 << 16;
    /** Half as long as with the usual one, for a tenth more bytes. */
    private static final int LEVEL = 3;

    private final Path path;
    private final Path unfinished;
    private final Header header;
    private final FileChannel channel;
    private final GZIPOutputStream packed;
    private final DigestOutputStream content;
    private final Encoder block = new Encoder();
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer blockHead = ByteBuffer.allocate(2 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long requests;
    private long results;
    private long blocks;
    private Optional<Position> first = Optional.empty();
    private Optional<Position> last = Optional.empty();
    private final boolean replace;
    private boolean whole;

    /**
     * Begins a file.
     *
     * @param replace whether it may take the place of another
     * @throws QueueException if another process writes it
     */
    ExportWriter(Path path, boolean replace, Header header) {
        this.path = path.toAbsolutePath();
        this.unfinished = this.path.resolveSibling("." + path.getFileName() + ".new");
        this.header = header;
        this.replace = replace;
        try {
            this.channel = open();
            this.packed =
                    new GZIPOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER), BUFFER) {
                        {
                            def.setLevel(LEVEL);
                        }
                    };
            this.content = new DigestOutputStream(packed, Digests.sha256());
            line(content, header.line());
        } catch (final IOException e) {
            throw failed(e);
        }
    }

    private FileChannel open() throws IOException {
        final boolean posix =
                unfinished.getFileSystem().supportedFileAttributeViews().contains("posix");
        final FileAttribute<?>[] alone = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        final FileChannel opened = FileChannel.open(
                unfinished,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                alone);
        boolean mine = false;
        try {
            final FileLock lock = opened.tryLock();
            mine = lock != null;
            if (!mine) {
                throw new QueueException("another process is writing " + path);
            }
            return opened.truncate(0);
        } finally {
            if (!mine) {
                opened.close();
            }
        }
    }

    /** Writes a document. */
    void add(boolean input, RecordedDocument document) {
        new Entry(input, document).encode(block);
        if (input) {
            requests++;
            last = Optional.of(header.input().position(document.index()));
            first = first.or(() -> last);
        } else {
            results++;
        }
        if (block.size() >= BLOCK) {
            endBlock();
        }
    }

    private void endBlock() {
        if (block.size() > 0) {
            blocks++;
            writeBlock();
            block.clear();
        }
    }

    private void writeBlock() {
        crc.reset();
        crc.update(block.buffer(), 0, block.size());
        blockHead.clear().putInt(block.size()).putInt((int) crc.getValue());
        try {
            content.write(blockHead.array());
            content.write(block.buffer(), 0, block.size());
        } catch (final IOException e) {
            throw failed(e);
        }
    }

    /** Ends the file, and gives it its name. */
    Trailer finish() {
        endBlock();
        writeBlock(); // an empty one ends them
        final Trailer trailer = new Trailer(
                requests,
                results,
                blocks,
                first.map(Position::toString).orElse(""),
                last.map(Position::toString).orElse(""),
                HexFormat.of().formatHex(content.getMessageDigest().digest()));
        try {
            content.on(false);
            line(content, trailer.line());
            packed.finish();
            packed.flush();
            channel.force(true);
            if (!replace && Files.exists(path)) {
                throw new QueueException(path + " was made by somebody else meanwhile, and is left as it is");
            }
            DurableFile.moveTo(unfinished, path);
            whole = true;
            return trailer;
        } catch (final IOException e) {
            throw failed(e);
        }
    }

    private static void line(OutputStream stream, String line) throws IOException {
        stream.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private QueueException failed(IOException e) {
        return new QueueException("cannot write " + path + ": " + e.getMessage(), e);
    }

    /** Leaves nothing behind if it did not become whole. */
    @Override
    public void close() {
        try (channel) {
            if (!whole) {
                Files.deleteIfExists(unfinished);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
