package dev.sluice.queue;

import java.nio.file.Path;
import java.util.OptionalLong;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.NoDocumentContext;

/**
 * A place in a queue, to read from there. From the start it opens its tailer only when there is a first message: one that
 * met a file without a header there would never see what comes after that was mended. One thread.
 */
final class Cursor implements AutoCloseable {

    private final SingleChronicleQueue queue;
    private final Path directory;
    private ExcerptTailer tailer;

    private Cursor(SingleChronicleQueue queue, Path directory, ExcerptTailer tailer) {
        this.queue = queue;
        this.directory = directory;
        use(tailer);
    }

    static Cursor fromStart(SingleChronicleQueue queue, Path directory) {
        return new Cursor(queue, directory, null);
    }

    /**
     * Behind that message.
     *
     * @throws QueueException if it is not there
     */
    static Cursor behind(SingleChronicleQueue queue, Path directory, long index) {
        final Cursor cursor = new Cursor(queue, directory, queue.createTailer());
        boolean there = false;
        if (cursor.tailer.moveToIndex(index)) {
            try (DocumentContext context = cursor.tailer.readingDocument()) {
                there = context.isPresent() && context.index() == index;
            }
        }
        if (!there) {
            cursor.close();
            throw new QueueException(directory + " has nothing at " + Position.of(index, queue.rollCycle())
                    + ", where to go on behind: its files were deleted, or what points there is from another queue;"
                    + " bring the files back, or start with a new pair of queues");
        }
        return cursor;
    }

    /** At that message, or from the start when it is not there. */
    static Cursor at(SingleChronicleQueue queue, Path directory, long index) {
        final ExcerptTailer tailer = queue.createTailer();
        if (tailer.moveToIndex(index)) {
            return new Cursor(queue, directory, tailer);
        }
        tailer.close();
        return fromStart(queue, directory);
    }

    DocumentContext read() {
        if (tailer == null && !start()) {
            return NoDocumentContext.INSTANCE;
        }
        return tailer.readingDocument();
    }

    /** Tells the files of the queue to be synced from which one the last message came. */
    void noteFile(RollFileSync files) {
        if (files.rolls(tailer.cycle())) {
            files.rolledTo(tailer.cycle(), tailer.currentFile());
        }
    }

    private boolean start() {
        final OptionalLong first = RollFiles.firstIndex(queue, directory);
        if (first.isEmpty()) {
            return false;
        }
        final ExcerptTailer started = queue.createTailer();
        if (started.moveToIndex(first.getAsLong())) {
            use(started);
            return true;
        }
        started.close();
        return false;
    }

    private void use(ExcerptTailer newTailer) {
        tailer = newTailer;
        if (newTailer != null) {
            newTailer.singleThreadedCheckDisabled(true);
        }
    }

    void toStart() {
        close();
        tailer = null;
    }

    @Override
    public void close() {
        if (tailer != null) {
            tailer.close();
        }
    }
}
