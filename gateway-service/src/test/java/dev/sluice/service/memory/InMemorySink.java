package dev.sluice.service.memory;

import dev.sluice.internal.wire.Decoder;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.ResultSink;
import java.util.ArrayList;
import java.util.List;

/** Writes results to a queue in memory. */
public final class InMemorySink implements ResultSink {

    private static final long WRITER = 8;

    private final InMemoryQueue queue;
    private final Encoder encoder = new Encoder();
    private long sequence;
    private long written = -1;
    private long flushed = -1;

    public InMemorySink(InMemoryQueue queue) {
        this.queue = queue;
        this.sequence = queue.size();
    }

    /** The results that are on a queue, decoded as a reader would. */
    public static List<ResultFrame> results(InMemoryQueue queue) {
        final Decoder decoder = new Decoder();
        final KnownColumns known = new KnownColumns();
        final List<ResultFrame> results = new ArrayList<>(queue.size());
        for (int i = 0; i < queue.size(); i++) {
            final InMemoryQueue.Document document = queue.get(i);
            final byte[] frame = document.frame();
            results.add(ResultFrame.decode(document.event(), frame, 0, frame.length, decoder, known));
        }
        return results;
    }

    @Override
    public void write(Item item) {
        ResultFrame.begin(encoder, WRITER, ++sequence, item.request());
        item.outcome().encode(encoder);
        ResultFrame.end(encoder, item.outcome().kind());
        queue.append(item.outcome().kind().event(), encoder.toBytes());
        written = item.request().index();
    }

    @Override
    public void flush() {
        flushed = written;
    }

    @Override
    public long durableIndex() {
        return flushed;
    }

    @Override
    public void startSync() {
        // what is flushed is there for good
    }

    @Override
    public void close() {
        // nothing is held open
    }
}
