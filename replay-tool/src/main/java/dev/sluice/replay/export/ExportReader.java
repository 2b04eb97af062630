package dev.sluice.replay.export;

import dev.sluice.queue.QueueException;
import dev.sluice.queue.RecordedDocument;
import dev.sluice.wire.Decoder;
import dev.sluice.wire.WireFormatException;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads an export file from its beginning, and checks it: each block before anything of it is handed over, the whole at its
 * end. One thread; memory for one block.
 */
final class ExportReader implements AutoCloseable {

    private static final int BUFFER = 1 << 16;
    private static final int LONGEST_LINE = 1 << 20;

    private final Path path;
    private final FileInputStream file;
    private final DigestInputStream content;
    private final Header header;
    private final CRC32C crc = new CRC32C();
    private final Decoder head = new Decoder();
    private final Decoder rest = new Decoder();
    private final Entry.Place place = new Entry.Place();
    private byte[] block = new byte[0];
    private long blocks;
    private long requests;
    private long results;
    private long lastRequest = -1;
    private long lastResult = -1;
    private boolean ended;

    /**
     * Opens one.
     *
     * @throws QueueException if it is none, or of a later format
     */
    ExportReader(Path path) {
        this.path = path.toAbsolutePath();
        FileInputStream opened = null;
        boolean read = false;
        try {
            opened = new FileInputStream(path.toFile());
            file = opened;
            content = new DigestInputStream(new GZIPInputStream(opened, BUFFER), Digests.sha256());
            header = header();
            read = true;
        } catch (final EOFException e) {
            throw damaged("it ends there", e);
        } catch (final ZipException | IllegalArgumentException e) {
            throw new QueueException(this.path + " is no export of Sluice: " + e.getMessage(), e);
        } catch (final IOException e) {
            throw new QueueException("cannot read " + this.path + ": " + e.getMessage(), e);
        } finally {
            if (!read) {
                close(opened);
            }
        }
    }

    private Header header() throws IOException {
        final String line = line();
        if (!line.startsWith(Header.MARK)) {
            throw new IllegalArgumentException("it does not begin with " + Header.MARK);
        }
        try {
            return Header.parse(line);
        } catch (final QueueException e) {
            throw new QueueException(path + ": " + e.getMessage(), e);
        }
    }

    Header contents() {
        return header;
    }

    /**
     * Goes to the next document of a side, past those of the other.
     *
     * @return false if the file ends, and is whole
     * @throws QueueException if it is not as it was written
     */
    boolean next(boolean input) {
        while (!ended) {
            if (rest.remaining() == 0) {
                readBlock();
            } else if (step() == input) {
                return true;
            }
        }
        return false;
    }

    /** The document. */
    RecordedDocument document() {
        try {
            return place.document();
        } catch (final WireFormatException e) {
            throw damaged(e.getMessage(), e);
        }
    }

    private boolean step() {
        try {
            place.read(rest, block);
        } catch (final WireFormatException e) {
            throw damaged(e.getMessage(), e);
        }
        final long before = place.isInput() ? lastRequest : lastResult;
        if (place.index() <= before) {
            throw damaged("what stands there comes before what stands in front of it", null);
        }
        if (place.isInput()) {
            requests++;
            lastRequest = place.index();
        } else {
            results++;
            lastResult = place.index();
        }
        return place.isInput();
    }

    private void readBlock() {
        try {
            final int length =
                    head.wrap(exactly(2 * Integer.BYTES), 0, 2 * Integer.BYTES).getInt();
            final int expected = head.getInt();
            if (length < 0) {
                throw damaged("a block of " + length + " bytes", null);
            }
            block = exactly(length);
            crc.reset();
            crc.update(block);
            if ((int) crc.getValue() != expected) {
                throw damaged("the block is not as it was written", null);
            }
            rest.wrap(block, 0, length);
            if (length == 0) {
                end();
            } else {
                blocks++;
            }
        } catch (final EOFException e) {
            throw damaged("it ends there", e);
        } catch (final ZipException e) {
            throw damaged(e.getMessage(), e);
        } catch (final IOException e) {
            throw new QueueException("cannot read " + path + ": " + e.getMessage(), e);
        }
    }

    private void end() throws IOException {
        final String sha256 =
                HexFormat.of().formatHex(content.getMessageDigest().digest());
        content.on(false);
        final Trailer found = new Trailer(requests, results, blocks, "", "", sha256);
        final Trailer said;
        try {
            said = Trailer.parse(line());
        } catch (final IllegalArgumentException e) {
            throw damaged(e.getMessage(), e);
        }
        if (!found.equals(new Trailer(said.requests(), said.results(), said.blocks(), "", "", said.sha256()))) {
            throw damaged("its end says " + said + ", and it has " + found, null);
        }
        if (content.read() >= 0) {
            throw damaged("something stands behind its end", null);
        }
        ended = true;
    }

    private byte[] exactly(int length) throws IOException {
        final byte[] bytes = content.readNBytes(length); // grows with what is there, not with what is claimed
        if (bytes.length < length) {
            throw new EOFException();
        }
        return bytes;
    }

    private String line() throws IOException {
        final ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = content.read();
        while (next != '\n') {
            if (next < 0) {
                throw new EOFException();
            }
            if (line.size() == LONGEST_LINE) {
                throw new IllegalArgumentException("it has no lines");
            }
            line.write(next);
            next = content.read();
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private QueueException damaged(String why, Exception cause) {
        ended = true;
        String near = "";
        try {
            near = " near byte " + file.getChannel().position() + " of "
                    + file.getChannel().size();
        } catch (final IOException e) {
            // without it then
        }
        return new QueueException(
                path + " is damaged or not whole in block " + (blocks + 1) + near + ", "
                        + (lastRequest < 0
                                ? "before any request"
                                : "behind request " + header.input().position(lastRequest))
                        + ": " + why + "; copy it again, or make it again",
                cause);
    }

    @Override
    public void close() {
        close(content);
    }

    private static void close(InputStream stream) {
        try {
            if (stream != null) {
                stream.close();
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
