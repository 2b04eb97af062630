package dev.sluice.queue;

import dev.sluice.api.Results;
import dev.sluice.wire.Decoder;
import dev.sluice.wire.KnownColumns;
import dev.sluice.wire.ResultFrame;
import dev.sluice.wire.WireFormatException;
import java.util.function.LongFunction;
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

    static final int STATE_LAST_INDEX = 0;
    static final int STATE_KNOWN = 1;

    private final OwnerThread thread = new OwnerThread("this result reader");
    private final Decoder decoder = new Decoder();
    private final KnownColumns columns = new KnownColumns();
    private final Cursor cursor;
    private final Documents document;
    private final StateFile state;
    private final LongFunction<Position> positions;

    /** Takes over the cursor and the state ({@code null} for a reader without a name). */
    ResultReader(Cursor cursor, QueueDirectory output, StateFile state, LongFunction<Position> positions) {
        this.cursor = cursor;
        this.document = new Documents(output.blockSize());
        this.state = state;
        this.positions = positions;
    }

    /**
     * Hands over what is there; never waits.
     *
     * @param limit the most to hand over
     * @return how many were handed over
     * @throws CorruptQueueException if a document is no result, or not as it was written; the reader stays before it
     */
    public int poll(Results handler, int limit) {
        return pollFrames((index, result) -> result.deliver(handler), limit);
    }

    /** Hands over what is there as frames, with the index of each; otherwise as {@link #poll}. */
    public int pollFrames(Receiver receiver, int limit) {
        thread.check();
        int count = 0;
        while (count < limit && read(receiver)) {
            count++;
        }
        return count;
    }

    /** Goes back to the first result there is. */
    public ResultReader toStart() {
        cursor.toStart();
        return this;
    }

    private boolean read(Receiver receiver) {
        final long index;
        try (DocumentContext context = cursor.read()) {
            if (!context.isPresent()) {
                return false;
            }
            index = context.index();
            boolean taken = false;
            try {
                receiver.result(index, decode(context, index));
                taken = true;
            } finally {
                if (!taken) {
                    context.rollbackOnClose();
                }
            }
        }
        if (state != null) {
            state.set(STATE_LAST_INDEX, index);
        }
        return true;
    }

    ResultFrame decode(DocumentContext context, long index) {
        try {
            document.read(context.wire().bytes());
            final ResultFrame frame = ResultFrame.decode(
                    document.event(), document.bytes(), document.frameAt(), document.frameLength(), decoder, columns);
            if (!document.cameFrom(QueuePair.INPUT_SOURCE, frame.request().index())) {
                throw new WireFormatException("its history and its frame name different requests");
            }
            return frame;
        } catch (final WireFormatException e) {
            final String position = positions.apply(index).toString();
            throw new CorruptQueueException(
                    position, "the document at " + position + " of the output is no result: " + e.getMessage(), e);
        }
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
