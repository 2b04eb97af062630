package dev.sluice.internal.queue;

import dev.sluice.api.Position;
import dev.sluice.internal.queue.document.Cursor;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import dev.sluice.transport.OwnerThread;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import dev.sluice.transport.UnreadableQueueException.NewerMessageException;
import java.nio.file.Path;
import java.util.function.LongFunction;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Reads the output queue. Only the first thread that reads may use it.
 *
 * <p>If the handler throws, the result stays unread, and the next poll passes it to the handler again. A named reader stores its
 * position each time the handler has returned. So after a kill the handler may get the last result again, but no result is
 * skipped.
 */
public final class OutputReader implements ResultReader {

    /**
     * Stands for an unknown last sequence number. The first result may then have any number, because older results may have been
     * deleted.
     */
    static final long ANY = -1;

    private final OwnerThread thread = new OwnerThread("this result reader");
    private final Cursor cursor;
    private final ResultDocuments documents;
    private final StateFile state;
    private long lastSequence;

    /** Takes ownership of the cursor and the state file ({@code null} for a reader without a name). */
    OutputReader(Cursor cursor, ResultDocuments documents, StateFile state, long lastSequence) {
        this.cursor = cursor;
        this.documents = documents;
        this.state = state;
        this.lastSequence = lastSequence;
    }

    /**
     * Passes the existing results to the receiver, as {@link ResultReader#poll} does.
     *
     * @throws CorruptQueueException if a document is not a result or was damaged, or if results are missing or cannot be reached;
     *     the reader then stays before that document or gap
     */
    @Override
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
                    context.index(),
                    "is result " + result.sequence() + ", and result " + lastSequence + " came before it",
                    null);
        }
        receiver.result(context.index(), result);
        lastSequence = result.sequence();
    }

    @Override
    public void handOver() {
        thread.handOver();
    }

    @Override
    public OutputReader toStart() {
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

    /** Decodes the documents of an output queue. Used by one thread. */
    public static final class ResultDocuments {

        private final Documents document;
        private final LongFunction<Position> positions;
        private final Path queue;

        public ResultDocuments(QueueDirectory output, LongFunction<Position> positions) {
            this.document = new Documents(output.blockSize());
            this.positions = positions;
            this.queue = output.path();
        }

        /**
         * Returns the result in a document that is open for reading.
         *
         * @throws NewerMessageException if a later release wrote the document
         * @throws CorruptQueueException if the document is not a result, or was damaged
         */
        public ResultFrame decode(DocumentContext context) {
            try {
                document.read(context.wire().bytes());
                final ResultFrame frame = document.result();
                if (!document.cameFrom(Documents.INPUT, frame.request().index())) {
                    throw new WireFormatException("the request in its history differs from the request in its frame");
                }
                return frame;
            } catch (final NewerFormatException e) {
                throw new NewerMessageException(positions.apply(context.index()), "output", e);
            } catch (final WireFormatException e) {
                throw corrupt(context.index(), "is no result: " + e.getMessage(), e);
            }
        }

        public CorruptQueueException corrupt(long index, String how, Throwable cause) {
            final Position position = positions.apply(index);
            return CorruptQueueException.at(
                    queue, position, "the document at " + position + " of the output " + how, cause);
        }
    }
}
