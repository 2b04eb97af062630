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
 * Reads the documents of a queue as they stand, for tools that judge a queue: unlike a reader it says what is wrong with one
 * and goes on. What it gives is of the document read last. One thread.
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

    /** Makes of a document what it is; throws {@link WireFormatException} if it is none of that kind. */
    abstract F decode(Documents read);

    /** Goes on with the next file. */
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

    /** Reads the input as it stands; for the gateway there is {@link InputReader}. */
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

    /** Reads the output as it stands; for jobs there is {@link OutputReader}. */
    public static final class ResultScan extends DocumentScan<ResultFrame> implements RecordedResults {

        /** Which of its times says when its request was read. */
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
