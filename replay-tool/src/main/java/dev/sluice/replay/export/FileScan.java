package dev.sluice.replay.export;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.Recording.RecordedDocument;
import dev.sluice.transport.Recording.RecordedRequests;
import dev.sluice.transport.Recording.RecordedResults;
import dev.sluice.transport.Recording.Scan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads one side of an export file. */
abstract sealed class FileScan<F> implements Scan<F> {

    private final ExportLines lines;
    private final PairJson json;
    private final String member;
    private RecordedDocument<F> document =
            RecordedDocument.unreadable(-1, List.of(), -1, "nothing was read yet", new byte[0]);
    /** The request that it begins with, until it has begun. */
    private OptionalLong from;

    private FileScan(Path path, String member, OptionalLong from) {
        this.lines = new ExportLines(path);
        this.json = PairJson.of(lines.header());
        this.member = member;
        this.from = from;
    }

    /** The requests of a file. */
    static final class Requests extends FileScan<RequestFrame> implements RecordedRequests {

        Requests(Path path, OptionalLong from) {
            super(path, PairJson.REQUEST, from);
        }

        @Override
        RecordedDocument<RequestFrame> decode(PairJson pairs, JsonNode pair) throws IOException {
            return pairs.request(pair);
        }

        @Override
        boolean isOfRequestFrom(long first) {
            return index() >= first;
        }

        @Override
        public long writtenNanos() {
            return nanos(timeCount() - 1);
        }
    }

    /** The results of a file. */
    static final class Results extends FileScan<ResultFrame> implements RecordedResults {

        Results(Path path, OptionalLong from) {
            super(path, PairJson.RESULT, from);
        }

        @Override
        RecordedDocument<ResultFrame> decode(PairJson pairs, JsonNode pair) throws IOException {
            return pairs.result(pair);
        }

        @Override
        boolean isOfRequestFrom(long first) {
            return recorded()
                    .frame()
                    .filter(frame -> frame.request().index() >= first)
                    .isPresent();
        }

        @Override
        public long historyIndex() {
            return recorded().answers();
        }
    }

    abstract RecordedDocument<F> decode(PairJson pairs, JsonNode pair) throws IOException;

    /** Whether the document is that request or a later one, or answers one of them. */
    abstract boolean isOfRequestFrom(long first);

    @Override
    public final boolean next() {
        boolean more = take();
        while (more && from.isPresent() && !isOfRequestFrom(from.getAsLong())) {
            more = take();
        }
        from = OptionalLong.empty();
        return more;
    }

    private boolean take() {
        Optional<JsonNode> line = lines.next();
        while (line.isPresent() && !line.get().has(member)) {
            line = lines.next();
        }
        line.ifPresent(this::take);
        return line.isPresent();
    }

    private void take(JsonNode pair) {
        final long before = document.index();
        try {
            document = decode(json, pair);
        } catch (final IOException | IllegalArgumentException | DateTimeException e) {
            throw lines.damaged(e.getMessage(), e);
        }
        if (document.index() <= before) {
            throw lines.damaged("the " + member + " before it has a later position", null);
        }
    }

    /** A damaged file ends where it is damaged. */
    @Override
    public final boolean skipFile() {
        return false;
    }

    @Override
    public final long index() {
        return document.index();
    }

    @Override
    public final String unreadable() {
        return document.unreadable();
    }

    @Override
    public final F frame() {
        return document.frame().orElseThrow(() -> new IllegalStateException("cannot be read: " + unreadable()));
    }

    @Override
    public final RecordedDocument<F> recorded() {
        return document;
    }

    /** How many times its history has. */
    public final int timeCount() {
        return document.times().size();
    }

    /** One of its times, from 0; 0 if it has not as many. */
    public final long nanos(int time) {
        return time >= 0 && time < timeCount() ? document.times().get(time) : 0;
    }

    @Override
    public final void close() {
        lines.close();
    }
}
