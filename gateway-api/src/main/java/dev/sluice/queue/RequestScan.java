package dev.sluice.queue;

import dev.sluice.wire.Decoder;
import dev.sluice.wire.RequestFrame;

/**
 * Reads the documents of an input as they stand, for tools that judge a queue: unlike {@link RequestReader} it says what is
 * wrong with one and goes on. What it gives is of the document read last. One thread.
 */
public final class RequestScan implements AutoCloseable {

    private final Decoder decoder = new Decoder();
    private final DocumentScan scan;
    private RequestFrame frame;

    RequestScan(DocumentScan scan) {
        this.scan = scan;
    }

    /**
     * Reads the next document.
     *
     * @return false if there is none now
     * @throws QueueException if there should be one and it cannot be reached
     */
    public boolean next() {
        return scan.next(document -> frame = RequestFrame.decode(
                document.event(), document.bytes(), document.frameAt(), document.frameLength(), decoder));
    }

    /** Goes on with the next file that can be read; false if there is none. */
    public boolean skipFile() {
        return scan.skipFile();
    }

    /** Its index in the input. */
    public long index() {
        return scan.index();
    }

    /** Why it is no request; empty if it is one. */
    public String unreadable() {
        return scan.unreadable();
    }

    /** The request.
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
        return scan.document().writtenNanos();
    }

    @Override
    public void close() {
        scan.close();
    }
}
