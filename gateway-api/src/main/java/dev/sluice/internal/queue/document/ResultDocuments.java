package dev.sluice.internal.queue.document;

import dev.sluice.api.Position;
import dev.sluice.internal.queue.files.CorruptQueueException;
import dev.sluice.internal.queue.files.NewerMessageException;
import dev.sluice.internal.wire.NewerFormatException;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.WireFormatException;
import java.util.function.LongFunction;
import net.openhft.chronicle.wire.DocumentContext;

/** Decodes the documents of an output. One thread. */
public final class ResultDocuments {

    private final Documents document;
    private final LongFunction<Position> positions;

    public ResultDocuments(QueueDirectory output, LongFunction<Position> positions) {
        this.document = new Documents(output.blockSize());
        this.positions = positions;
    }

    /**
     * The result in a document that is open for reading.
     *
     * @throws NewerMessageException if a later release wrote it
     * @throws CorruptQueueException if it is no result, or not as it was written
     */
    public ResultFrame decode(DocumentContext context) {
        try {
            document.read(context.wire().bytes());
            final ResultFrame frame = document.result();
            if (!document.cameFrom(Sources.INPUT, frame.request().index())) {
                throw new WireFormatException("its history and its frame name different requests");
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
        return CorruptQueueException.at(position, "the document at " + position + " of the output " + how, cause);
    }
}
