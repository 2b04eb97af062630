package dev.sluice.internal.queue;

import dev.sluice.api.Position;
import dev.sluice.internal.queue.document.Cursor;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.RollFileSync;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import dev.sluice.transport.OwnerThread;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import dev.sluice.transport.UnreadableQueueException.NewerMessageException;
import dev.sluice.transport.WriterSequences;
import java.util.function.LongFunction;
import net.openhft.chronicle.wire.DocumentContext;

/** Reads the input queue, every document of it. One thread: the first that reads. */
public final class InputReader implements RequestReader {

    private final OwnerThread thread = new OwnerThread("this request reader");
    private final Cursor cursor;
    private final Documents document;
    private final RollFileSync files;
    private final WriterSequences sequences;
    private final LongFunction<Position> positions;

    /**
     * @param cursor taken over
     * @param fromFirst whether it begins with the first request there ever was
     * @param positions for messages
     */
    InputReader(Cursor cursor, QueueDirectory input, boolean fromFirst, LongFunction<Position> positions) {
        this.cursor = cursor;
        this.sequences = new WriterSequences(fromFirst);
        this.positions = positions;
        this.document = new Documents(input.blockSize());
        this.files = new RollFileSync(input.path());
    }

    /**
     * Hands over what is there, as {@link RequestReader#poll}.
     *
     * @throws NewerMessageException if a later release wrote the next one; the reader stays before it
     * @throws CorruptQueueException if requests are missing, come again, or cannot be reached; the reader stays before it
     */
    @Override
    public int poll(RequestReceiver receiver, int limit) {
        thread.check();
        try {
            for (int count = 0; count < limit; count++) {
                try (DocumentContext context = cursor.read()) {
                    if (!context.isPresent()) {
                        return count;
                    }
                    cursor.noteFile(files);
                    try {
                        read(context, receiver);
                    } catch (final Throwable e) {
                        context.rollbackOnClose();
                        throw e;
                    }
                }
            }
            return limit;
        } catch (final InternalError e) {
            throw cursor.fault(e);
        }
    }

    private void read(DocumentContext context, RequestReceiver receiver) {
        final long index = context.index();
        final RequestFrame frame;
        try {
            document.read(context.wire().bytes());
            frame = document.request();
        } catch (final NewerFormatException e) {
            throw new NewerMessageException(positions.apply(index), "input", e);
        } catch (final WireFormatException e) {
            cursor.checkUnreadable();
            receiver.undecodable(index, document.writtenNanos(), e.getMessage());
            sequences.unreadable();
            return;
        }
        if (frame.isForeign()) {
            cursor.noteRoll();
        }
        try {
            sequences.check(frame);
        } catch (final WireFormatException e) {
            throw CorruptQueueException.at(
                    positions.apply(index),
                    "requests are missing from the input before " + positions.apply(index) + ": " + e.getMessage(),
                    e);
        }
        receiver.request(index, document.writtenNanos(), frame);
        sequences.next(frame);
    }

    @Override
    public void sync() {
        thread.check();
        files.sync();
    }

    RollFileSync files() {
        return files;
    }

    @Override
    public void close() {
        cursor.close();
    }
}
