package dev.sluice.testing.memory;

import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.testing.memory.MemoryLog.WrittenRequest;
import dev.sluice.testing.memory.MemoryLog.WrittenResult;
import dev.sluice.transport.Recording.RecordedDocument;
import dev.sluice.transport.Recording.RecordedRequests;
import dev.sluice.transport.Recording.RecordedResults;
import dev.sluice.transport.Recording.Scan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one side of a lane as it is. */
abstract class MemoryScan<F> implements Scan<F> {

    final MemoryLog log;
    private int next;
    private @Nullable F frame;
    private String unreadable = "";

    MemoryScan(MemoryLog log, long from) {
        this.log = log;
        this.next = Math.toIntExact(from);
    }

    abstract int size();

    abstract byte[] message(int index);

    abstract F decode(byte[] message);

    abstract List<Long> times();

    abstract long answers();

    int at() {
        return next - 1;
    }

    @Override
    public boolean next() {
        if (next >= size()) {
            return false;
        }
        frame = null;
        unreadable = "";
        try {
            frame = decode(message(next));
        } catch (final WireFormatException e) {
            unreadable = String.valueOf(e.getMessage());
        }
        next++;
        return true;
    }

    @Override
    public boolean skipFile() {
        return false;
    }

    @Override
    public long index() {
        return at();
    }

    @Override
    public String unreadable() {
        return unreadable;
    }

    @Override
    public F frame() {
        if (frame == null) {
            throw new IllegalStateException("cannot be read: " + unreadable);
        }
        return frame;
    }

    @Override
    public RecordedDocument<F> recorded() {
        return frame == null
                ? RecordedDocument.unreadable(index(), times(), answers(), unreadable, message(at()))
                : RecordedDocument.of(index(), times(), answers(), frame);
    }

    @Override
    public void close() {
        // nothing is held open
    }

    /** The requests. */
    static final class Requests extends MemoryScan<RequestFrame> implements RecordedRequests {

        private final MessageReader reader = new MessageReader();

        Requests(MemoryLog log, long from) {
            super(log, from);
        }

        private WrittenRequest request() {
            return log.request(at());
        }

        @Override
        int size() {
            return log.requests();
        }

        @Override
        byte[] message(int index) {
            return log.request(index).message();
        }

        @Override
        RequestFrame decode(byte[] message) {
            return RequestFrame.decode(message, 0, message.length, reader);
        }

        @Override
        List<Long> times() {
            return List.of(writtenNanos());
        }

        @Override
        long answers() {
            return -1;
        }

        @Override
        public long writtenNanos() {
            return request().writtenNanos();
        }
    }

    /** The results. */
    static final class Results extends MemoryScan<ResultFrame> implements RecordedResults {

        private final MessageReader reader = new MessageReader();
        private final KnownColumns columns = new KnownColumns();

        Results(MemoryLog log, long from) {
            super(log, from);
        }

        private WrittenResult result() {
            return log.result(at());
        }

        @Override
        int size() {
            return log.results();
        }

        @Override
        byte[] message(int index) {
            return log.result(index).message();
        }

        @Override
        ResultFrame decode(byte[] message) {
            return ResultFrame.decode(message, 0, message.length, reader, columns);
        }

        @Override
        List<Long> times() {
            return List.of(result().requestWrittenNanos(), result().readNanos(), result().writtenNanos());
        }

        @Override
        long answers() {
            return historyIndex();
        }

        @Override
        public long historyIndex() {
            return result().requestIndex();
        }

        @Override
        public long nanos(int time) {
            return time < times().size() ? times().get(time) : 0;
        }
    }
}
