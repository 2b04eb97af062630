package dev.sluice.queue;

import dev.sluice.wire.Decoder;
import dev.sluice.wire.KnownColumns;
import dev.sluice.wire.ResultFrame;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/** Reads the output as it stands; for jobs there is {@link ResultReader}. */
public final class ResultScan extends DocumentScan<ResultFrame> implements RecordedResults {

    /** Which of its times says when its request was read. */
    static final int READ = 1;

    private final Decoder decoder = new Decoder();
    private final KnownColumns columns = new KnownColumns();

    ResultScan(SingleChronicleQueue queue, QueueDirectory directory, Cursor cursor) {
        super(queue, directory, cursor);
    }

    @Override
    ResultFrame decode(Documents document) {
        return ResultFrame.decode(
                document.event(), document.bytes(), document.frameAt(), document.frameLength(), decoder, columns);
    }

    @Override
    public long historyIndex() {
        return document().cameFrom(Sources.INPUT);
    }

    @Override
    public int timeCount() {
        return document().timeCount();
    }

    @Override
    public long nanos(int time) {
        return document().nanos(time);
    }
}
