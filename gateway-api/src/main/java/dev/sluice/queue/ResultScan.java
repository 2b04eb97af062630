package dev.sluice.queue;

import dev.sluice.wire.Decoder;
import dev.sluice.wire.KnownColumns;
import dev.sluice.wire.ResultFrame;

/**
 * Reads the documents of an output as they stand, for tools that judge a queue: unlike {@link ResultReader} it says what is
 * wrong with one and goes on. What it gives is of the document read last. One thread.
 */
public final class ResultScan implements AutoCloseable {

    private final Decoder decoder = new Decoder();
    private final KnownColumns columns = new KnownColumns();
    private final DocumentScan scan;
    private ResultFrame frame;

    ResultScan(DocumentScan scan) {
        this.scan = scan;
    }

    /**
     * Reads the next document.
     *
     * @return false if there is none now
     * @throws QueueException if there should be one and it cannot be reached
     */
    public boolean next() {
        return scan.next(document -> frame = ResultFrame.decode(
                document.event(), document.bytes(), document.frameAt(), document.frameLength(), decoder, columns));
    }

    /** Goes on with the next file that can be read; false if there is none. */
    public boolean skipFile() {
        return scan.skipFile();
    }

    /** Its index in the output. */
    public long index() {
        return scan.index();
    }

    /** Why it is no result; empty if it is one. */
    public String unreadable() {
        return scan.unreadable();
    }

    /** The result.
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
        return scan.document().cameFrom(QueuePair.INPUT_SOURCE);
    }

    /** When its request was written: wall clock, nanoseconds since 1970; 0 if it does not say. */
    public long requestWrittenNanos() {
        return scan.document().nanos(0);
    }

    /** When its request was read by the gateway: wall clock, nanoseconds since 1970; 0 if it does not say. */
    public long requestReadNanos() {
        return scan.document().nanos(1);
    }

    /** When it was written: wall clock, nanoseconds since 1970; 0 if it does not say. */
    public long writtenNanos() {
        return scan.document().nanos(2);
    }

    @Override
    public void close() {
        scan.close();
    }
}
