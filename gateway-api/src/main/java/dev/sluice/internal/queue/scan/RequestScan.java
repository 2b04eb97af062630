package dev.sluice.internal.queue.scan;

import dev.sluice.internal.queue.RequestReader;
import dev.sluice.internal.queue.document.Cursor;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.wire.RequestFrame;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/** Reads the input as it stands; for the gateway there is {@link RequestReader}. */
public final class RequestScan extends DocumentScan<RequestFrame> implements RecordedRequests {

    public RequestScan(SingleChronicleQueue queue, QueueDirectory directory, Cursor cursor) {
        super(queue, directory, cursor);
    }

    @Override
    RequestFrame decode(Documents document) {
        return document.request();
    }

    @Override
    public long writtenNanos() {
        return document().writtenNanos();
    }
}
