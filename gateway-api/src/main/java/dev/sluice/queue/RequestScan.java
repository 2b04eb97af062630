package dev.sluice.queue;

import dev.sluice.wire.Decoder;
import dev.sluice.wire.RequestFrame;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/** Reads the input as it stands; for the gateway there is {@link RequestReader}. */
public final class RequestScan extends DocumentScan implements RecordedRequests {

    private final Decoder decoder = new Decoder();
    private RequestFrame frame;

    RequestScan(SingleChronicleQueue queue, QueueDirectory directory, Cursor cursor) {
        super(queue, directory, cursor);
    }

    @Override
    void decode(Documents document) {
        frame = RequestFrame.decode(
                document.event(), document.bytes(), document.frameAt(), document.frameLength(), decoder);
    }

    @Override
    public RequestFrame frame() {
        if (!unreadable().isEmpty()) {
            throw new IllegalStateException("no request: " + unreadable());
        }
        return frame;
    }

    @Override
    public long writtenNanos() {
        return document().writtenNanos();
    }
}
