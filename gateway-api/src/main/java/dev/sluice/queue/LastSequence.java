package dev.sluice.queue;

import dev.sluice.wire.Decoder;
import dev.sluice.wire.RequestFrame;
import dev.sluice.wire.WireFormatException;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Finds where a named writer goes on. Its state is noted behind each write, so a kill can leave it one request behind,
 * a power cut more: the queue itself decides, read from the noted place on.
 */
final class LastSequence {

    private final Documents document;
    private final Decoder decoder = new Decoder();
    private final long writer;
    private long last;

    private LastSequence(long writer, long blockSize) {
        this.writer = writer;
        this.document = new Documents(blockSize);
    }

    /** The number of the writer's last request, 0 when there is none. */
    static long find(QueuePair pair, StateFile state) {
        final LastSequence search = new LastSequence(state.get(RequestWriter.STATE_WRITER), pair.inputBlockSize());
        search.scan(pair.inputAt(state.get(RequestWriter.STATE_LAST_INDEX)));
        if (search.last == 0) {
            search.scan(pair.inputStart());
        }
        // Nothing found: its requests were answered and their files deleted.
        return search.last == 0 ? state.get(RequestWriter.STATE_LAST_SEQUENCE) : search.last;
    }

    private void scan(Cursor from) {
        try (from) {
            while (true) {
                try (DocumentContext context = from.read()) {
                    if (!context.isPresent()) {
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
            if (RequestFrame.isFrom(writer, document.bytes(), document.frameAt(), document.frameLength())) {
                final RequestFrame frame = RequestFrame.decode(
                        document.event(), document.bytes(), document.frameAt(), document.frameLength(), decoder);
                last = Math.max(last, frame.sequence());
            }
        } catch (final WireFormatException e) {
            // Nobody can say whose it was; the gateway answers it as failed.
        }
    }
}
