package dev.sluice.replay.act;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.replay.act.Fates.Fate;
import dev.sluice.replay.exchange.Times;
import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * What becomes of each request, as an object on each line of a file; members are only ever added. On disk once it is
 * closed. One thread.
 */
final class ResumptionReport implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final QueuePair pair;
    private final Optional<Path> file;
    private final OutputStream stream;
    private final Writer writer;

    /** @param file empty: nothing is written */
    ResumptionReport(QueuePair pair, Optional<Path> file) {
        this.pair = pair;
        this.file = file;
        try {
            this.stream =
                    file.isPresent() ? new FileOutputStream(file.get().toFile()) : OutputStream.nullOutputStream();
        } catch (final IOException e) {
            throw cannotWrite(e);
        }
        this.writer = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
    }

    /** @param request empty if it cannot be read */
    void add(long index, long writtenNanos, Optional<RequestFrame> request, Fate fate) {
        if (file.isEmpty()) {
            return;
        }
        final ObjectNode line = MAPPER.createObjectNode();
        line.put("position", pair.inputPosition(index).toString());
        request.ifPresent(frame -> line.put("method", frame.kind().event())
                .put("name", frame.name())
                .put("writer", Long.toHexString(frame.writer()))
                .put("sequence", frame.sequence()));
        Times.instant(writtenNanos).ifPresent(written -> line.put("written", written.toString()));
        line.put("fate", fate.name().toLowerCase(Locale.ROOT));
        try {
            writer.write(line + System.lineSeparator());
        } catch (final IOException e) {
            throw cannotWrite(e);
        }
    }

    @Override
    public void close() {
        try (stream) {
            writer.flush();
            if (stream instanceof FileOutputStream out) {
                out.getFD().sync();
            }
        } catch (final IOException e) {
            throw cannotWrite(e);
        }
    }

    private QueueException cannotWrite(IOException error) {
        return new QueueException("cannot write the report " + file.orElseThrow() + ": " + error.getMessage(), error);
    }
}
