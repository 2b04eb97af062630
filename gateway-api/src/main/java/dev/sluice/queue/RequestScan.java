package dev.sluice.queue;

import dev.sluice.wire.Decoder;
import dev.sluice.wire.RequestFrame;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/** Reads the input as it stands; for the gateway there is {@link RequestReader}. */
public final class RequestScan extends DocumentScan {

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

    /**
     * The request.
     *
     * @throws IllegalStateException if it is none
     */
    public RequestFrame frame() {
        if (!unreadable().isEmpty()) {
            throw new IllegalStateException("no request: " + unreadable());
        }
        return frame;
    }

    /** When it was written: wall clock, nanoseconds since 1970; 0 if it does not say. */
    public long writtenNanos() {
        return document().writtenNanos();
    }
}
