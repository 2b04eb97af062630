package dev.sluice.replay.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.QueueException;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads the lines of an export file from its beginning, and checks them: each line before anything of it is handed over, the
 * whole file at its end. One thread; memory for one line.
 */
final class ExportLines implements AutoCloseable {

    private static final int BUFFER = 1 << 16;
    private static final int LONGEST = 1 << 28;
    private static final byte LINE_FEED = '\n';

    private final Path path;
    private final InputStream unpacked;
    private final MessageDigest digest = Trailer.digest();
    private final byte[] buffer = new byte[BUFFER];
    private final Header header;
    private int at;
    private int filled;
    private long number;
    private long requests;
    private long results;
    private String last = "";
    private boolean ended;

    /**
     * Opens a file and reads its header.
     *
     * @throws QueueException if it is no export, or of a later format
     */
    ExportLines(Path path) {
        this.path = path.toAbsolutePath();
        InputStream opened = null;
        boolean read = false;
        try {
            opened = Files.newInputStream(path);
            unpacked = new GZIPInputStream(opened, BUFFER);
            final byte[] line = line();
            header = Header.parse(line);
            digest.update(line);
            digest.update(LINE_FEED);
            read = true;
        } catch (final EOFException e) {
            throw damaged("it ends there", e);
        } catch (final ZipException | JsonProcessingException | IllegalArgumentException e) {
            throw new QueueException(this.path + " is no export of Sluice: " + e.getMessage(), e);
        } catch (final QueueException e) {
            throw new QueueException(this.path + ": " + e.getMessage(), e);
        } catch (final IOException e) {
            throw unreadable(e);
        } finally {
            if (!read) {
                close(opened);
            }
        }
    }

    Header header() {
        return header;
    }

    /**
     * The next line with a request, a result or both; empty if the file ends, and is whole.
     *
     * @throws QueueException if the file is not as it was written
     */
    Optional<JsonNode> next() {
        if (ended) {
            return Optional.empty();
        }
        try {
            final byte[] bytes = line();
            final JsonNode line = CheckedLine.parse(bytes);
            if (line.has(Trailer.MARK)) {
                end(CheckedLine.MAPPER.treeToValue(line, Trailer.class));
                return Optional.empty();
            }
            digest.update(bytes);
            digest.update(LINE_FEED);
            requests += line.has(PairJson.REQUEST) ? 1 : 0;
            results += line.has(PairJson.RESULT) ? 1 : 0;
            last = line.path(PairJson.REQUEST).path(PairJson.POSITION).asText(last);
            return Optional.of(line);
        } catch (final EOFException e) {
            throw damaged("it ends there", e);
        } catch (final ZipException | JsonProcessingException | IllegalArgumentException e) {
            throw damaged(e.getMessage(), e);
        } catch (final IOException e) {
            throw unreadable(e);
        }
    }

    private void end(Trailer said) throws IOException {
        final Trailer found = new Trailer(
                requests, results, said.first(), said.last(), HexFormat.of().formatHex(digest.digest()));
        if (!found.equals(said)) {
            throw damaged("its end says " + said + ", and it has " + found, null);
        }
        if (at < filled || unpacked.read() >= 0) {
            throw damaged("something follows its end", null);
        }
        ended = true;
    }

    /** The next line, without its line feed. */
    private byte[] line() throws IOException {
        final ByteArrayOutputStream line = new ByteArrayOutputStream();
        number++;
        while (true) {
            if (at == filled) {
                at = 0;
                filled = unpacked.read(buffer);
                if (filled < 0) {
                    throw new EOFException();
                }
            }
            final int from = at;
            while (at < filled && buffer[at] != LINE_FEED) {
                at++;
            }
            line.write(buffer, from, at - from);
            if (at < filled) {
                at++;
                return line.toByteArray();
            }
            if (line.size() > LONGEST) {
                throw new IllegalArgumentException("a line of more than " + LONGEST + " bytes");
            }
        }
    }

    /** The error for a line that is not as it was written. */
    QueueException damaged(String why, Exception cause) {
        ended = true;
        return new QueueException(
                path + " is damaged or not whole in line " + number + ", "
                        + (last.isEmpty() ? "before any request" : "after request " + last) + ": " + why
                        + "; copy it again, or make it again",
                cause);
    }

    private QueueException unreadable(IOException cause) {
        return new QueueException("cannot read " + path + ": " + cause.getMessage(), cause);
    }

    @Override
    public void close() {
        close(unpacked);
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
