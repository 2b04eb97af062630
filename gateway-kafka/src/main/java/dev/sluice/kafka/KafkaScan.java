package dev.sluice.kafka;

import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.kafka.Claims.Claim;
import dev.sluice.transport.Recording.RecordedDocument;
import dev.sluice.transport.Recording.RecordedRequests;
import dev.sluice.transport.Recording.RecordedResults;
import dev.sluice.transport.Recording.Scan;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Reads one side of a lane as it is, up to its end at the opening. */
abstract class KafkaScan<F> implements Scan<F> {

    private static final byte[] EMPTY = new byte[0];

    final MessageReader reader = new MessageReader();
    private final PartitionLog.Range range;
    private @Nullable F frame;
    private String unreadable = "";

    KafkaScan(PartitionLog.Range range) {
        this.range = range;
    }

    abstract F decode(byte[] message);

    abstract List<Long> times();

    abstract long answers();

    /** Whether the message that was read is of this side; otherwise it is of the log itself. */
    boolean belongs() {
        return true;
    }

    ConsumerRecord<byte[], byte[]> current() {
        return range.current();
    }

    private byte[] bytes() {
        final byte[] value = current().value();
        return value == null ? EMPTY : value;
    }

    @Override
    public boolean next() {
        do {
            if (!range.next()) {
                return false;
            }
        } while (!belongs());
        frame = null;
        unreadable = "";
        try {
            frame = decode(bytes());
        } catch (final WireFormatException e) {
            unreadable = String.valueOf(e.getMessage());
        }
        return true;
    }

    @Override
    public int eventBytes() {
        return bytes().length;
    }

    /** A partition has no parts that could be passed over. */
    @Override
    public boolean skipFile() {
        return false;
    }

    @Override
    public long index() {
        return current().offset();
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
                ? RecordedDocument.unreadable(index(), times(), answers(), unreadable, bytes())
                : RecordedDocument.of(index(), times(), answers(), frame);
    }

    @Override
    public void close() {
        range.close();
    }

    /** The requests. */
    static final class Requests extends KafkaScan<RequestFrame> implements RecordedRequests {

        Requests(PartitionLog.Range range) {
            super(range);
        }

        @Override
        RequestFrame decode(byte[] message) {
            return RequestFrame.decode(message, 0, message.length, reader);
        }

        @Override
        boolean belongs() {
            return Claim.of(current()).isEmpty();
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
            return Stamps.requestWritten(current());
        }
    }

    /** The results. */
    static final class Results extends KafkaScan<ResultFrame> implements RecordedResults {

        private final KnownColumns columns = new KnownColumns();

        Results(PartitionLog.Range range) {
            super(range);
        }

        @Override
        ResultFrame decode(byte[] message) {
            return ResultFrame.decode(message, 0, message.length, reader, columns);
        }

        @Override
        List<Long> times() {
            return List.of(nanos(0), nanos(1), nanos(2));
        }

        @Override
        long answers() {
            return historyIndex();
        }

        @Override
        public long historyIndex() {
            return Stamps.answered(current());
        }

        @Override
        public long nanos(int time) {
            return Stamps.time(current(), time);
        }
    }
}
