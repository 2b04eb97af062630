package dev.sluice.kafka;

import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.kafka.Claims.Claim;
import dev.sluice.transport.MessageScan;
import dev.sluice.transport.MessageScan.Messages;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Scans the requests or the results of a lane, including damaged ones. */
abstract class KafkaScan implements Messages {

    private static final byte[] EMPTY = new byte[0];

    private final PartitionLog.Range range;

    private KafkaScan(PartitionLog.Range range) {
        this.range = range;
    }

    static MessageScan.Requests requests(PartitionLog.Range range) {
        return new MessageScan.Requests(new Requests(range));
    }

    static MessageScan.Results results(PartitionLog.Range range) {
        return new MessageScan.Results(new Results(range));
    }

    /**
     * Returns the sequence number of a result; 0 if the result cannot be read. Only {@code replay verify} reports an unreadable
     * result.
     */
    static long number(ConsumerRecord<byte[], byte[]> result) {
        final byte[] message = bytes(result);
        try {
            return ResultFrame.decode(message, 0, message.length, new MessageReader(), new KnownColumns())
                    .sequence();
        } catch (final WireFormatException e) {
            return 0;
        }
    }

    private static byte[] bytes(ConsumerRecord<byte[], byte[]> message) {
        return message.value() == null ? EMPTY : message.value();
    }

    ConsumerRecord<byte[], byte[]> current() {
        return range.current();
    }

    @Override
    public boolean next() {
        return range.next();
    }

    @Override
    public final long index() {
        return current().offset();
    }

    @Override
    public final byte[] message() {
        return bytes(current());
    }

    @Override
    public final void close() {
        range.close();
    }

    /** Scans the requests, and skips the claims of runs among them. */
    private static final class Requests extends KafkaScan {

        Requests(PartitionLog.Range range) {
            super(range);
        }

        @Override
        public boolean next() {
            boolean there = super.next();
            while (there && Claim.of(current()).isPresent()) {
                there = super.next();
            }
            return there;
        }

        @Override
        public long answers() {
            return -1;
        }

        @Override
        public long nanos(int time) {
            return time == 0 ? Stamps.requestWritten(current()) : 0;
        }
    }

    /** Scans the results. */
    private static final class Results extends KafkaScan {

        Results(PartitionLog.Range range) {
            super(range);
        }

        @Override
        public long answers() {
            return Stamps.answered(current());
        }

        @Override
        public long nanos(int time) {
            return Stamps.time(current(), time);
        }
    }
}
