package dev.sluice.queue;

import dev.sluice.wire.WireFormatException;
import java.nio.file.Path;
import java.util.Optional;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/** One document of a queue after another, as they stand. One thread. */
final class DocumentScan implements AutoCloseable {

    /** Makes something of a document. */
    @FunctionalInterface
    interface Reader {
        void read(Documents document);
    }

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
    boolean next(Reader reader) {
        try (DocumentContext context = cursor.read()) {
            if (!context.isPresent()) {
                return false;
            }
            index = context.index();
            cycle = queue.rollCycle().toCycle(index);
            unreadable = "";
            try {
                document.read(context.wire().bytes());
                reader.read(document);
            } catch (final WireFormatException e) {
                unreadable = e.getMessage();
            }
            return true;
        } catch (final InternalError e) {
            throw cursor.fault(e);
        }
    }

    /** Goes on with the next file that can be read; false if there is none. */
    boolean skipFile() {
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

    long index() {
        return index;
    }

    String unreadable() {
        return unreadable;
    }

    @Override
    public void close() {
        cursor.close();
    }
}
