package dev.sluice.internal.queue.scan;

import dev.sluice.internal.queue.ResultReader;
import dev.sluice.internal.queue.document.Cursor;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.document.Sources;
import dev.sluice.internal.wire.ResultFrame;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/** Reads the output as it stands; for jobs there is {@link ResultReader}. */
public final class ResultScan extends DocumentScan<ResultFrame> implements RecordedResults {

    /** Which of its times says when its request was read. */
    public static final int READ = 1;

    public ResultScan(SingleChronicleQueue queue, QueueDirectory directory, Cursor cursor) {
        super(queue, directory, cursor);
    }

    @Override
    ResultFrame decode(Documents document) {
        return document.result();
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
