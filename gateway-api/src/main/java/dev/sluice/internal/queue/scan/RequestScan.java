package dev.sluice.internal.queue.scan;

import dev.sluice.internal.queue.RequestReader;
import dev.sluice.internal.queue.document.Cursor;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.wire.Decoder;
import dev.sluice.internal.wire.RequestFrame;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/** Reads the input as it stands; for the gateway there is {@link RequestReader}. */
public final class RequestScan extends DocumentScan<RequestFrame> implements RecordedRequests {

    private final Decoder decoder = new Decoder();

    public RequestScan(SingleChronicleQueue queue, QueueDirectory directory, Cursor cursor) {
        super(queue, directory, cursor);
    }

    @Override
    RequestFrame decode(Documents document) {
        return RequestFrame.decode(
                document.event(), document.bytes(), document.frameAt(), document.frameLength(), decoder);
    }

    @Override
    public long writtenNanos() {
        return document().writtenNanos();
    }
}
