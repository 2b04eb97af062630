package dev.sluice.internal.queue.document;

import dev.sluice.api.Position;
import dev.sluice.internal.queue.files.CorruptQueueException;
import dev.sluice.internal.queue.files.NewerMessageException;
import dev.sluice.internal.wire.Decoder;
import dev.sluice.internal.wire.NewerFormatException;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.WireFormatException;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Checks that the request where a gateway goes on is the one that was answered last: a damaged index of the queue leads
 * to another one, and others would be answered twice, or never.
 */
public final class AnsweredRequest implements Consumer<DocumentContext> {

    private final LastAnswered answered;
    private final Documents document;
    private final LongFunction<Position> positions;

    public AnsweredRequest(LastAnswered answered, QueueDirectory input, LongFunction<Position> positions) {
        this.answered = answered;
        this.document = new Documents(input.blockSize());
        this.positions = positions;
    }

    @Override
    public void accept(DocumentContext context) {
        if (answered.writer() == 0) {
            return; // it could not be read
        }
        try {
            document.read(context.wire().bytes());
            if (Documents.isLost(document.event())) {
                return; // a repair put it in the place of one that was lost
            }
            final RequestFrame frame = RequestFrame.decode(
                    document.event(), document.bytes(), document.frameAt(), document.frameLength(), new Decoder());
            if (frame.writer() != answered.writer() || frame.sequence() != answered.sequence()) {
                throw new WireFormatException("another one is there");
            }
        } catch (final NewerFormatException e) {
            throw new NewerMessageException(positions.apply(answered.requestIndex()), "input", e);
        } catch (final WireFormatException e) {
            final Position position = positions.apply(answered.requestIndex());
            throw CorruptQueueException.at(
                    position,
                    "the request at " + position + " of the input is not the one that was answered last: "
                            + e.getMessage(),
                    e);
        }
    }
}
