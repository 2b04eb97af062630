package dev.sluice.replay.export;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.files.SmallFile;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.Recording.RecordedDocument;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
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
import java.util.zip.GZIPOutputStream;

/**
 * Writes an export file: aside, and under its name only once it is whole and on disk. One thread; memory for one line.
 */
final class ExportWriter implements AutoCloseable {

    private static final int BUFFER = 1 << 16;
    /** Half as long as with the usual one, for a tenth more bytes. */
    private static final int LEVEL = 3;

    private final Path path;
    private final Path unfinished;
    private final Header header;
    private final FileChannel channel;
    private final GZIPOutputStream packed;
    private final DigestOutputStream content;
    private final PairJson json;
    private long requests;
    private long results;
    private String first = "";
    private String last = "";
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
        this.json = PairJson.of(header);
        this.replace = replace;
        try {
            this.channel = open();
            this.packed =
                    new GZIPOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER), BUFFER) {
                        {
                            def.setLevel(LEVEL);
                        }
                    };
            this.content = new DigestOutputStream(packed, Trailer.digest());
            content.write(CheckedLine.of(header));
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

    /** Writes a request, with its result if that is given. */
    void add(RecordedDocument<RequestFrame> request, Optional<RecordedDocument<ResultFrame>> result) {
        add(Optional.of(request), result);
        requests++;
        last = header.inputNumbering().text(request.index());
        first = first.isEmpty() ? last : first;
    }

    /** Writes a result that answers no request of the file, or one that has another result. */
    void add(RecordedDocument<ResultFrame> result) {
        add(Optional.empty(), Optional.of(result));
    }

    private void add(Optional<RecordedDocument<RequestFrame>> request, Optional<RecordedDocument<ResultFrame>> result) {
        results += result.isPresent() ? 1 : 0;
        try {
            content.write(CheckedLine.of(json.of(request, result)));
        } catch (final IOException e) {
            throw failed(e);
        }
    }

    /** Ends the file, and gives it its name. */
    Trailer finish() {
        final Trailer trailer = new Trailer(
                requests,
                results,
                first,
                last,
                HexFormat.of().formatHex(content.getMessageDigest().digest()));
        try {
            content.write(CheckedLine.of(trailer));
            packed.finish();
            packed.flush();
            channel.force(true);
            if (!replace && Files.exists(path)) {
                throw new QueueException(path + " was made by somebody else meanwhile, and is left as it is");
            }
            SmallFile.moveTo(unfinished, path);
            whole = true;
            return trailer;
        } catch (final IOException e) {
            throw failed(e);
        }
    }

    private QueueException failed(IOException e) {
        return new QueueException("cannot write " + path + ": " + e.getMessage(), e);
    }

    /** Deletes what was written, if the file did not become whole. */
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
