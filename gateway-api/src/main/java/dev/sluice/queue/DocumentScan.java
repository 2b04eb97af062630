package dev.sluice.queue;

import dev.sluice.wire.WireFormatException;
import java.nio.file.Path;
import java.util.Optional;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Reads the documents of a queue as they stand, for tools that judge a queue: unlike a reader it says what is wrong with one
 * and goes on. What it gives is of the document read last. One thread.
 */
public abstract sealed class DocumentScan implements AutoCloseable permits RequestScan, ResultScan {

    private final SingleChronicleQueue queue;
    private final Path directory;
    private final Documents document;
    private Cursor cursor;
    private int cycle;
    private long index;
    private String unreadable = "";

    DocumentScan(SingleChronicleQueue queue, QueueDirectory directory, Cursor cursor) {
        this.queue = queue;
        this.directory = directory.path();
        this.document = new Documents(directory.blockSize());
        this.cursor = cursor;
    }

    /**
     * Reads the next document.
     *
     * @return false if there is none now
     * @throws QueueException if there should be one and it cannot be reached
     */
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
                decode(document);
            } catch (final WireFormatException e) {
                unreadable = e.getMessage();
            }
            return true;
        } catch (final InternalError e) {
            throw cursor.fault(e);
        }
    }

    /** Makes of a document what it is; throws {@link WireFormatException} if it is none of that kind. */
    abstract void decode(Documents read);

    /** Goes on with the next file that can be read; false if there is none. */
    public boolean skipFile() {
        final Optional<Cursor> behind = Cursor.behindFile(queue, directory, cycle);
        if (behind.isPresent()) {
            cursor.close();
            cursor = behind.get();
            cycle = cursor.cycle();
        }
        return behind.isPresent();
    }

    /** Itself, whatever it says. */
    public RecordedDocument recorded() {
        final boolean readable = unreadable.isEmpty();
        return new RecordedDocument(
                index,
                document.allTimes(),
                document.cameFrom(Sources.INPUT),
                unreadable,
                readable ? document.event() : "",
                readable ? document.frame() : document.all());
    }

    Documents document() {
        return document;
    }

    /** Its index in the queue. */
    public long index() {
        return index;
    }

    /** How many bytes its frame has; 0 if it has none. */
    public int frameBytes() {
        return document.frameLength();
    }

    /** Why it is not what belongs in this queue; empty if it is. */
    public String unreadable() {
        return unreadable;
    }

    @Override
    public void close() {
        cursor.close();
    }
}
