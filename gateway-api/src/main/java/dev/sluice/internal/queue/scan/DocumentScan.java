package dev.sluice.internal.queue.scan;

import dev.sluice.internal.queue.InputReader;
import dev.sluice.internal.queue.OutputReader;
import dev.sluice.internal.queue.document.Cursor;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.transport.RecordedRequests;
import dev.sluice.transport.RecordedResults;
import dev.sluice.transport.Scan;
import java.nio.file.Path;
import java.util.Optional;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Reads all documents of a queue, for tools that check the queue. Unlike a reader, a scan reports a damaged document and goes on.
 * The getters describe the document that was read last. Used by one thread.
 */
public abstract sealed class DocumentScan<F> implements Scan<F> {

    private final SingleChronicleQueue queue;
    private final Path directory;
    private final Documents document;
    private Cursor cursor;
    private int cycle;
    private long index;
    private F frame;
    private String unreadable = "";

    DocumentScan(SingleChronicleQueue queue, QueueDirectory directory, Cursor cursor) {
        this.queue = queue;
        this.directory = directory.path();
        this.document = new Documents(directory.blockSize());
        this.cursor = cursor;
    }

    @Override
    public boolean next() {
        try (DocumentContext context = cursor.read()) {
            if (!context.isPresent()) {
                return false;
            }
            index = context.index();
            cycle = queue.rollCycle().toCycle(index);
            unreadable = "";
            try {
                document.read(context.wire().bytes());
                frame = decode(document);
            } catch (final WireFormatException e) {
                unreadable = e.getMessage();
            }
            return true;
        } catch (final InternalError e) {
            throw cursor.fault(e);
        }
    }

    /** Decodes a document; throws {@link WireFormatException} if it is not of the expected kind. */
    abstract F decode(Documents read);

    /** Moves to the next file. */
    @Override
    public boolean skipFile() {
        final Optional<Cursor> behind = Cursor.behindFile(queue, directory, cycle);
        if (behind.isPresent()) {
            cursor.close();
            cursor = behind.get();
            cycle = cursor.cycle();
        }
        return behind.isPresent();
    }

    Documents document() {
        return document;
    }

    @Override
    public long index() {
        return index;
    }

    @Override
    public int eventBytes() {
        return document.eventBytes();
    }

    @Override
    public String unreadable() {
        return unreadable;
    }

    @Override
    public F frame() {
        if (!unreadable.isEmpty()) {
            throw new IllegalStateException("cannot be read: " + unreadable);
        }
        return frame;
    }

    @Override
    public void close() {
        cursor.close();
    }

    /** Scans the input queue. The gateway reads it with {@link InputReader}. */
    public static final class RequestScan extends DocumentScan<RequestFrame> implements RecordedRequests {

        public RequestScan(SingleChronicleQueue queue, QueueDirectory directory, Cursor cursor) {
            super(queue, directory, cursor);
        }

        @Override
        RequestFrame decode(Documents document) {
            return document.request();
        }

        @Override
        public long writtenNanos() {
            return document().writtenNanos();
        }
    }

    /** Scans the output queue. Jobs read it with {@link OutputReader}. */
    public static final class ResultScan extends DocumentScan<ResultFrame> implements RecordedResults {

        /** The number, within the history, of the time at which the gateway read the request. */
        public static final int READ = 1;

        public ResultScan(SingleChronicleQueue queue, QueueDirectory directory, Cursor cursor) {
            super(queue, directory, cursor);
        }

        @Override
        ResultFrame decode(Documents document) {
            return document.result();
        }

        @Override
        public long historyIndex() {
            return document().cameFrom(Documents.INPUT);
        }

        @Override
        public long nanos(int time) {
            return document().nanos(time);
        }
    }
}
