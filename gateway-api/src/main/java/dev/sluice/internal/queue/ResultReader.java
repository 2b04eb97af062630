package dev.sluice.internal.queue;

import dev.sluice.api.Results;
import dev.sluice.internal.queue.document.Cursor;
import dev.sluice.internal.queue.document.OwnerThread;
import dev.sluice.internal.queue.document.ResultDocuments;
import dev.sluice.internal.queue.files.CorruptQueueException;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.internal.wire.ResultFrame;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Reads the output queue. One thread: the first that reads.
 *
 * <p>A result that a handler throws on stays unread, and comes again. A named reader's place is noted behind each result
 * when its handler has returned: after a kill the last one may come again, none is left out.
 */
public final class ResultReader implements AutoCloseable {

    /** Takes each result with its index. */
    @FunctionalInterface
    public interface Receiver {
        void result(long index, ResultFrame result);
    }

    /** Stands for a last sequence that is not known: older results may have been deleted. */
    static final long ANY = -1;

    private final OwnerThread thread = new OwnerThread("this result reader");
    private final Cursor cursor;
    private final ResultDocuments documents;
    private final StateFile state;
    private long lastSequence;

    /** Takes over the cursor and the state ({@code null} for a reader without a name). */
    ResultReader(Cursor cursor, ResultDocuments documents, StateFile state, long lastSequence) {
        this.cursor = cursor;
        this.documents = documents;
        this.state = state;
        this.lastSequence = lastSequence;
    }

    /**
     * Hands over what is there; never waits.
     *
     * @param limit the most to hand over
     * @return how many were handed over
     * @throws CorruptQueueException if a document is no result, or not as it was written, or if results are missing or
     *     cannot be reached; the reader stays before it
     */
    public int poll(Results handler, int limit) {
        return poll((index, result) -> result.deliver(handler), limit);
    }

    /** Hands over what is there as frames, with the index of each; otherwise as {@link #poll}. */
    public int poll(Receiver receiver, int limit) {
        thread.check();
        try {
            for (int count = 0; count < limit; count++) {
                try (DocumentContext context = cursor.read()) {
                    if (!context.isPresent()) {
                        return count;
                    }
                    try {
                        read(context, receiver);
                    } catch (final Throwable e) {
                        context.rollbackOnClose();
                        throw e;
                    }
                }
                if (state != null) {
                    state.set(StateFile.LAST_SEQUENCE, lastSequence);
                    state.set(StateFile.LAST_INDEX, cursor.index());
                }
            }
            return limit;
        } catch (final InternalError e) {
            throw cursor.fault(e);
        }
    }

    private void read(DocumentContext context, Receiver receiver) {
        final ResultFrame result = documents.decode(context);
        if (lastSequence != ANY && result.sequence() != lastSequence + 1) {
            throw documents.corrupt(
                    context.index(), "is result " + result.sequence() + ", and " + lastSequence + " came before", null);
        }
        receiver.result(context.index(), result);
        lastSequence = result.sequence();
    }

    /** Lets another thread read next: called by the one that reads, or when it is done. */
    public void handOver() {
        thread.handOver();
    }

    /** Goes back to the first result there is. */
    public ResultReader toStart() {
        cursor.toStart();
        lastSequence = ANY;
        return this;
    }

    @Override
    public void close() {
        try {
            cursor.close();
        } finally {
            if (state != null) {
                state.close();
            }
        }
    }
}
