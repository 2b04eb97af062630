package dev.sluice.service.memory;

import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.ResultSink;
import java.util.ArrayList;
import java.util.List;

/** Writes results to a queue in memory. */
public final class InMemorySink implements ResultSink {

    private static final long WRITER = 8;

    private final InMemoryQueue queue;
    private final MessageWriter message = new MessageWriter();
    private long sequence;
    private long written = -1;
    private long flushed = -1;

    public InMemorySink(InMemoryQueue queue) {
        this.queue = queue;
        this.sequence = queue.size();
    }

    /** The results that are on a queue, decoded as a reader would. */
    public static List<ResultFrame> results(InMemoryQueue queue) {
        final MessageReader reader = new MessageReader();
        final KnownColumns known = new KnownColumns();
        final List<ResultFrame> results = new ArrayList<>(queue.size());
        for (int i = 0; i < queue.size(); i++) {
            final InMemoryQueue.Document document = queue.get(i);
            final byte[] message = document.message();
            results.add(ResultFrame.decode(message, 0, message.length, reader, known));
        }
        return results;
    }

    @Override
    public void write(Item item) {
        ResultFrame.begin(message, item.outcome().kind(), item.request().name());
        item.outcome().write(message);
        ResultFrame.end(message, WRITER, ++sequence, item.request(), 0, 0, 0);
        queue.append(message.toBytes());
        written = item.request().index();
    }

    @Override
    public void flush() {
        flushed = written;
    }

    @Override
    public long visibleIndex() {
        return written;
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
