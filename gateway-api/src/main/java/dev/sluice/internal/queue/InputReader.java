package dev.sluice.internal.queue;

import dev.sluice.api.Position;
import dev.sluice.internal.queue.document.Cursor;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.LookBack;
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
import java.nio.file.Path;
import java.util.function.LongFunction;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Reads every document of the input queue. Only the first thread that reads may use it.
 *
 * <p>If a request has a wrong sequence number, either its writer made the mistake, or a roll file was lost or exchanged. The
 * structure of the files shows that each file is complete. If each file also begins with its original first message, no file was
 * lost or exchanged. Then the writer made the mistake, and reading goes on. Otherwise the reader stops with an error.
 */
public final class InputReader implements RequestReader {

    private final OwnerThread thread = new OwnerThread("this request reader");
    private final Cursor cursor;
    private final Documents document;
    private final RollFileSync files;
    private final WriterSequences sequences;
    private final int fromCycle;
    private final LongFunction<Position> positions;
    private final Path queue;

    /**
     * @param cursor the start; this reader closes it
     * @param before the sequence numbers of the requests before the first request that this reader passes to its receiver
     * @param positions converts an index to a position, for messages
     */
    InputReader(Cursor cursor, QueueDirectory input, LookBack before, LongFunction<Position> positions) {
        this.cursor = cursor;
        this.sequences = before.sequences();
        this.fromCycle = before.fromCycle();
        this.positions = positions;
        this.document = new Documents(input.blockSize());
        this.files = new RollFileSync(input.path());
        this.queue = input.path();
    }

    /**
     * Passes the existing requests to the receiver, as {@link RequestReader#poll} does.
     *
     * @throws NewerMessageException if a later release wrote the next request; the reader stays before that request
     * @throws CorruptQueueException if requests come from another queue, are missing, or cannot be reached; the reader then stays
     *     before that request or gap
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
            if (!isWritersFault(frame)) {
                throw CorruptQueueException.at(
                        queue,
                        positions.apply(index),
                        "requests are missing from the input before the request at " + positions.apply(index) + ": "
                                + e.getMessage(),
                        e);
            }
            cursor.noteRoll();
            receiver.misnumbered(index, document.writtenNanos(), frame, sequences.comesAgain(frame), e.getMessage());
            sequences.passOver(frame);
            return;
        }
        receiver.request(index, document.writtenNanos(), frame);
        sequences.next(frame);
    }

    /**
     * Whether the writer itself, and not a lost file, caused the wrong number of a request. Only a program without the Sluice
     * client writes impossible numbers or no time.
     */
    private boolean isWritersFault(RequestFrame frame) {
        return !WriterSequences.isPossible(frame.sequence())
                || document.writtenNanos() == 0
                || cursor.areFilesAsBegun(fromCycle);
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
