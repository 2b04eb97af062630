package dev.sluice.replay.act;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.wire.RequestFrame;
import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * What becomes of each request, as an object on each line of a file; members are only ever added. On disk once it is
 * closed. One thread.
 */
public final class ResumptionReport implements Survey.Receiver, AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long NANOS = 1_000_000_000L;

    private final QueuePair pair;
    private final Optional<Path> file;
    private final Optional<FileOutputStream> stream;
    private final Optional<BufferedWriter> writer;

    /** @param file empty: nothing is written */
    public ResumptionReport(QueuePair pair, Optional<Path> file) {
        this.pair = pair;
        this.file = file;
        this.stream = file.map(ResumptionReport::open);
        this.writer = stream.map(out -> new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8)));
    }

    private static FileOutputStream open(Path file) {
        try {
            return new FileOutputStream(file.toFile());
        } catch (final IOException e) {
            throw cannotWrite(file, e);
        }
    }

    @Override
    public void request(long index, long writtenNanos, Optional<RequestFrame> request, Fate fate) {
        if (writer.isEmpty()) {
            return;
        }
        final ObjectNode line = MAPPER.createObjectNode();
        line.put("position", pair.inputPosition(index).toString());
        request.ifPresent(frame -> line.put("method", frame.kind().event())
                .put("name", frame.name())
                .put("writer", Long.toHexString(frame.writer()))
                .put("sequence", frame.sequence()));
        if (writtenNanos != 0) {
            line.put(
                    "written",
                    Instant.ofEpochSecond(writtenNanos / NANOS, writtenNanos % NANOS)
                            .toString());
        }
        line.put("fate", fate.name().toLowerCase(Locale.ROOT));
        try {
            writer.get().write(line.toString());
            writer.get().newLine();
        } catch (final IOException e) {
            throw cannotWrite(file.orElseThrow(), e);
        }
    }

    @Override
    public void close() {
        if (writer.isEmpty()) {
            return;
        }
        try (FileOutputStream out = stream.orElseThrow()) {
            writer.get().flush();
            out.getFD().sync();
        } catch (final IOException e) {
            throw cannotWrite(file.orElseThrow(), e);
        }
    }

    private static QueueException cannotWrite(Path file, IOException error) {
        return new QueueException("cannot write the report " + file + ": " + error.getMessage(), error);
    }
}
