package dev.sluice.queue;

import dev.sluice.wire.Decoder;
import dev.sluice.wire.KnownColumns;
import dev.sluice.wire.ResultFrame;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/** Reads the output as it stands; for jobs there is {@link ResultReader}. */
public final class ResultScan extends DocumentScan implements RecordedResults {

    /** So many times a history has that says nothing of the call, and with the two that say it. */
    private static final int WITHOUT_CALL = 3;

    private static final int WITH_CALL = 5;

    /** Which of its times says when its request was read. */
    static final int READ = 1;

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

    @Override
    public ResultFrame frame() {
        if (!unreadable().isEmpty()) {
            throw new IllegalStateException("no result: " + unreadable());
        }
        return frame;
    }

    @Override
    public long historyIndex() {
        return document().cameFrom(QueuePair.INPUT_SOURCE);
    }

    @Override
    public long requestWrittenNanos() {
        return document().nanos(0);
    }

    @Override
    public long requestReadNanos() {
        return document().nanos(READ);
    }

    @Override
    public boolean saysCall() {
        return document().timeCount() >= WITH_CALL;
    }

    @Override
    public long callBegunNanos() {
        return saysCall() ? document().nanos(2) : 0;
    }

    @Override
    public long callEndedNanos() {
        return saysCall() ? document().nanos(3) : 0;
    }

    @Override
    public long writtenNanos() {
        return document().timeCount() >= WITHOUT_CALL ? document().writtenNanos() : 0;
    }
}
