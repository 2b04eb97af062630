package dev.sluice.replay.exchange;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.api.QueueException;
import dev.sluice.service.exchange.Exchange;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads a file of JSON lines that {@code cat both --format json} printed, plain or compressed by gzip. Reads the file once and
 * keeps only one line in memory. A truncated file is detected at its end, because its last line does not contain the number of
 * lines. For one thread.
 */
public final class ExchangeFile implements AutoCloseable {

    /** The member of each line that has the id of the input to which the position belongs. */
    public static final String INPUT = "input";

    /** The member with the number of lines, which only the last line has. */
    public static final String LINES = "lines";

    private static final String MAKE = "sluice cat both --format json --queues ADDRESS > FILE";
    private static final String FORMER = "sluiceExport";
    private static final int BUFFER = 1 << 16;
    private static final int[] GZIP = {0x1f, 0x8b};

    /** Reads strings of every length that a queue accepts, and decimals with all their digits. */
    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNameLength(Integer.MAX_VALUE)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final Path path;
    private final InputStream bytes;
    private final JsonParser parser;
    private final UUID input;
    private Optional<JsonNode> ahead;
    private Optional<Exchange> last = Optional.empty();
    private long number;
    private boolean ended;

    private ExchangeFile(Path path, InputStream bytes) throws IOException {
        this.path = path;
        this.bytes = bytes;
        this.parser = MAPPER.createParser(bytes);
        this.ahead = line();
        final JsonNode first = ahead.orElseThrow(() -> new QueueException(
                path + " is empty: nothing was printed, or its content is lost; write it again: " + MAKE));
        if (first.has(FORMER)) {
            throw new QueueException(
                    path + " is a file of the former command 'sluice replay export', whose format is not read any more:"
                            + " write JSON lines from the queues, " + MAKE);
        }
        if (!first.has(INPUT)) {
            throw new QueueException(path
                    + " is no file of JSON lines of Sluice: it names no input; write one from the queues, " + MAKE);
        }
        this.input = UUID.fromString(first.get(INPUT).asText());
    }

    /**
     * Opens a file. Only reading to its end shows whether it is complete.
     *
     * @throws QueueException if the file does not begin like one of these files
     */
    public static ExchangeFile open(Path path) {
        final Path absolute = path.toAbsolutePath().normalize();
        InputStream opened = null;
        ExchangeFile file = null;
        try {
            opened = new BufferedInputStream(Files.newInputStream(absolute), BUFFER);
            file = new ExchangeFile(absolute, unpacked(opened));
            return file;
        } catch (final EOFException | JsonProcessingException | ZipException | IllegalArgumentException e) {
            throw new QueueException(
                    absolute + " is no file of JSON lines of Sluice: " + why(e) + "; write one from the queues, "
                            + MAKE,
                    e);
        } catch (final IOException e) {
            throw new QueueException("cannot read " + absolute + ": " + e.getMessage(), e);
        } finally {
            if (file == null) {
                close(opened);
            }
        }
    }

    private static InputStream unpacked(InputStream bytes) throws IOException {
        bytes.mark(GZIP.length);
        final boolean packed = bytes.read() == GZIP[0] && bytes.read() == GZIP[1];
        bytes.reset();
        return packed ? new GZIPInputStream(bytes, BUFFER) : bytes;
    }

    /** Returns the id of the input to which all positions belong. */
    public UUID input() {
        return input;
    }

    /**
     * Returns the next request with its result; empty at the end of a complete file.
     *
     * @throws QueueException if the file is truncated or was changed
     */
    public Optional<Exchange> next() {
        if (ended) {
            return Optional.empty();
        }
        try {
            final Optional<JsonNode> line = ahead.isPresent() ? ahead : line();
            ahead = Optional.empty();
            if (line.isEmpty()) {
                throw damaged("it is cut: its last line does not say how many lines there are", null);
            }
            number++;
            last = Optional.of(exchange(line.get()));
            if (line.get().has(LINES)) {
                end(line.get().get(LINES).asLong());
            }
            return last;
        } catch (final EOFException | JsonEOFException e) {
            throw damaged("it is cut", e);
        } catch (final ZipException | JsonProcessingException | IllegalArgumentException | DateTimeException e) {
            throw damaged(why(e), e);
        } catch (final IOException e) {
            throw new QueueException("cannot read " + path + ": " + e.getMessage(), e);
        }
    }

    private Optional<JsonNode> line() throws IOException {
        return parser.nextToken() == null ? Optional.empty() : Optional.of(MAPPER.readTree(parser));
    }

    private Exchange exchange(JsonNode line) throws IOException {
        final Exchange exchange = ExchangeJson.read(line);
        if (!input.toString().equals(line.path(INPUT).asText())) {
            throw new IllegalArgumentException("a line belongs to another input than the lines before it");
        }
        if (last.isPresent() && Selection.ORDER.compare(last.get().position(), exchange.position()) >= 0) {
            throw new IllegalArgumentException(exchange.position() + " is out of order");
        }
        return exchange;
    }

    private void end(long lines) throws IOException {
        if (lines != number) {
            throw damaged("its last line says that there are " + lines + " lines, but there are " + number, null);
        }
        if (line().isPresent()) {
            throw damaged("something follows its last line", null);
        }
        ended = true;
    }

    private QueueException damaged(String why, Exception cause) {
        ended = true;
        return new QueueException(
                path + " is not as it was written, "
                        + last.map(exchange -> "after request " + exchange.position())
                                .orElse("before any request")
                        + ": " + why + "; copy it again, or write it again: " + MAKE,
                cause);
    }

    /** Returns the message, without the location that Jackson appends. */
    private static String why(Exception e) {
        return e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
    }

    @Override
    public void close() {
        close(bytes);
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
