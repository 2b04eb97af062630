package dev.sluice.internal.queue;

import dev.sluice.internal.queue.document.Cursor;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.files.NewerMessageException;
import dev.sluice.internal.wire.Decoder;
import dev.sluice.internal.wire.NewerFormatException;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.WireFormatException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import net.openhft.chronicle.wire.DocumentContext;

/** Looks for the last request of each of some writers, in one pass. */
final class LastRequests {

    /** A request and its number. */
    record Found(long index, long sequence) {}

    private final Map<Long, Found> last = new HashMap<>();
    private final Decoder decoder = new Decoder();
    private final Documents document;
    private final Set<Long> writers;
    private final InputQueue input;

    LastRequests(Set<Long> writers, InputQueue input) {
        this.writers = writers;
        this.input = input;
        this.document = new Documents(input.blockSize());
    }

    /** Reads on up to the last request there is before that index, unless it is ended, and closes the cursor. */
    void scan(Cursor from, long before, BooleanSupplier ended) {
        try (from) {
            while (!ended.getAsBoolean()) {
                try (DocumentContext context = from.read()) {
                    if (!context.isPresent() || context.index() >= before) {
                        return;
                    }
                    look(context);
                }
            }
        }
    }

    private void look(DocumentContext context) {
        try {
            document.read(context.wire().bytes());
            final long writer = RequestFrame.writerOf(document.bytes(), document.frameAt(), document.frameLength());
            if (writers.contains(writer)) {
                final RequestFrame frame = RequestFrame.decode(
                        document.event(), document.bytes(), document.frameAt(), document.frameLength(), decoder);
                last.merge(
                        writer,
                        new Found(context.index(), frame.sequence()),
                        (one, other) -> one.sequence() > other.sequence() ? one : other);
            }
        } catch (final NewerFormatException e) {
            throw new NewerMessageException(input.position(context.index()), "input", e);
        } catch (final WireFormatException e) {
            // Nobody can say whose it was; the gateway answers it as failed.
        }
    }

    /** That writer's last one, if one was found. */
    Optional<Found> of(long writer) {
        return Optional.ofNullable(last.get(writer));
    }
}
