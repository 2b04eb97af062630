package dev.sluice.queue;

import dev.sluice.wire.Decoder;
import dev.sluice.wire.KnownColumns;
import dev.sluice.wire.ResultFrame;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/** Reads the output as it stands; for jobs there is {@link ResultReader}. */
public final class ResultScan extends DocumentScan {

    /** So many times a history has that says nothing of the call, and with the two that say it. */
    private static final int WITHOUT_CALL = 3;

    private static final int WITH_CALL = 5;

    private final Decoder decoder = new Decoder();
    private final KnownColumns columns = new KnownColumns();
    private ResultFrame frame;

    ResultScan(SingleChronicleQueue queue, QueueDirectory directory, Cursor cursor) {
        super(queue, directory, cursor);
    }

    @Override
    void decode(Documents document) {
        frame = ResultFrame.decode(
                document.event(), document.bytes(), document.frameAt(), document.frameLength(), decoder, columns);
    }

    /**
     * The result.
     *
     * @throws IllegalStateException if it is none
     */
    public ResultFrame frame() {
        if (!unreadable().isEmpty()) {
            throw new IllegalStateException("no result: " + unreadable());
        }
        return frame;
    }

    /** The index of the request that its history says it answers; -1 if it names none of the input. */
    public long historyIndex() {
        return document().cameFrom(QueuePair.INPUT_SOURCE);
    }

    /** When its request was written: wall clock, nanoseconds since 1970; 0 if it does not say. */
    public long requestWrittenNanos() {
        return document().nanos(0);
    }

    /** When its request was read by the gateway: wall clock, nanoseconds since 1970; 0 if it does not say. */
    public long requestReadNanos() {
        return document().nanos(1);
    }

    /** Whether it says when its request was asked: the first gateways did not. */
    public boolean saysCall() {
        return document().times() >= WITH_CALL;
    }

    /** When the call that answered it began: wall clock, nanoseconds since 1970; 0 if none did, or it does not say. */
    public long callBegunNanos() {
        return saysCall() ? document().nanos(2) : 0;
    }

    /** When the call that answered it ended: wall clock, nanoseconds since 1970; 0 if none did, or it does not say. */
    public long callEndedNanos() {
        return saysCall() ? document().nanos(3) : 0;
    }

    /** When it was written: wall clock, nanoseconds since 1970; 0 if it does not say. */
    public long writtenNanos() {
        return document().times() >= WITHOUT_CALL ? document().writtenNanos() : 0;
    }
}
