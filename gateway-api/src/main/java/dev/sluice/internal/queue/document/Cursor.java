package dev.sluice.internal.queue.document;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.files.Chronicle;
import dev.sluice.internal.queue.files.Positions;
import dev.sluice.internal.queue.files.RollFileSync;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.NoDocumentContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A place in a queue, to read from there. From the start it opens its tailer only when there is a first message: one that
 * met a file without a header there would never see what comes after that was mended. One thread.
 */
public final class Cursor implements AutoCloseable {

    /** So often what the files say to have is looked for before it counts as lost, a millisecond apart. */
    private static final int ATTEMPTS = 20;

    private static final long PAUSE_NANOS = 1_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(Cursor.class);

    private final SingleChronicleQueue queue;
    private final Path directory;
    private final RollFiles files;
    private ReadSoFar soFar;
    private ExcerptTailer tailer;
    private boolean anyStart;
    private int noted = -1;

    private Cursor(SingleChronicleQueue queue, Path directory) {
        this.queue = queue;
        this.directory = directory;
        this.files = new RollFiles(queue, directory);
        this.soFar = new ReadSoFar(files, queue.rollCycle());
    }

    public static Cursor fromStart(SingleChronicleQueue queue, Path directory) {
        return new Cursor(queue, directory);
    }

    /** Lets the start be wherever what is left begins, though files before it were lost. */
    public Cursor fromWhatIsLeft() {
        anyStart = true;
        return this;
    }

    /**
     * After that message.
     *
     * @param check looks at it
     * @throws QueueException if it is not there
     */
    public static Cursor behind(
            SingleChronicleQueue queue, Path directory, long index, Consumer<DocumentContext> check) {
        final Cursor cursor = new Cursor(queue, directory);
        try {
            cursor.files.checkComplete(queue.rollCycle().toCycle(index));
            if (cursor.moveTo(index) && cursor.passes(index, check)) {
                return cursor;
            }
            throw new QueueException(directory + " has nothing at " + Positions.of(index, queue.rollCycle())
                    + ", where to go on after: its files were deleted, or what points there is from another queue;"
                    + " bring the files back; what is there says: sluice replay repair --queues "
                    + directory.toAbsolutePath().normalize().getParent());
        } catch (final Throwable e) {
            cursor.close();
            throw e;
        }
    }

    /** At that message, or from the start when it is not there. */
    public static Cursor at(SingleChronicleQueue queue, Path directory, long index) {
        final Cursor cursor = new Cursor(queue, directory);
        if (!cursor.moveTo(index)) {
            cursor.toStart();
        }
        return cursor;
    }

    /** At the first message of the first file after that one which can be read, if there is any. */
    public static Optional<Cursor> behindFile(SingleChronicleQueue queue, Path directory, int cycle) {
        final RollFiles files = new RollFiles(queue, directory);
        for (final Path file : RollFiles.oldestFirst(directory)) {
            if (files.cycle(file) > cycle) {
                final Cursor cursor = new Cursor(queue, directory);
                try {
                    if (cursor.moveTo(queue.rollCycle().toIndex(files.cycle(file), 0))) {
                        return Optional.of(cursor);
                    }
                } catch (final CorruptQueueException e) {
                    // the next one then
                }
                cursor.close();
            }
        }
        return Optional.empty();
    }

    private boolean passes(long index, Consumer<DocumentContext> check) {
        try (DocumentContext context = read()) {
            final boolean there = context.isPresent() && context.index() == index;
            if (there) {
                soFar.checkNumber();
                check.accept(context);
            }
            return there;
        }
    }

    private boolean moveTo(long index) {
        files.verify(queue.rollCycle().toCycle(index));
        return Chronicle.translate(directory, () -> {
            tailer = queue.createTailer();
            tailer.singleThreadedCheckDisabled(true);
            return tailer.moveToIndex(index);
        });
    }

    /**
     * The next document, if there is one.
     *
     * @throws CorruptQueueException if there should be one
     */
    public DocumentContext read() {
        final DocumentContext found = find();
        if (found.isPresent() || !soFar.isCheckDue()) {
            return found;
        }
        Optional<String> unread = soFar.unread();
        for (int i = 0; unread.isPresent(); i++) {
            final DocumentContext late = find();
            if (late.isPresent()) {
                return late;
            }
            if (i == ATTEMPTS) {
                throw soFar.damaged("nothing can be read there, but " + unread.get());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            unread = soFar.unread();
        }
        return NoDocumentContext.INSTANCE;
    }

    private DocumentContext find() {
        try {
            if (tailer == null && !start()) {
                return NoDocumentContext.INSTANCE;
            }
            final DocumentContext context = tailer.readingDocument();
            if (context.isPresent()) {
                note(context);
            }
            return context;
        } catch (final Throwable e) {
            throw Chronicle.translated(directory, e);
        }
    }

    private void note(DocumentContext context) {
        try {
            soFar.read(context);
        } catch (final Throwable e) {
            context.rollbackOnClose();
            context.close();
            throw e;
        }
    }

    /**
     * Call when the document read last cannot be understood.
     *
     * @throws CorruptQueueException if others were lost with it
     */
    public void checkUnreadable() {
        soFar.checkNumber();
    }

    /** The JVM's error, thrown at once or soon after, when a file was cut while it is mapped. */
    public RuntimeException fault(InternalError error) {
        return Chronicle.translated(directory, error);
    }

    /** Tells the files of the queue to be synced from which one the last message came. */
    public void noteFile(RollFileSync synced) {
        if (synced.rolls(tailer.cycle())) {
            synced.rolledTo(tailer.cycle(), tailer.currentFile());
        }
    }

    /** Notes that the file of the document that was found last ever had one: a program that has Chronicle alone does not. */
    public void noteRoll() {
        if (tailer.cycle() != noted) {
            try {
                RollFiles.noteBegun(
                        directory, tailer.cycle(), tailer.currentFile().toPath(), queue.rollCycle());
                noted = tailer.cycle();
            } catch (final QueueException e) {
                LOG.warn("Tried again with the next request, as this one is read", e);
            }
        }
    }

    /** Whether all files from that cycle to this one begin as they were begun, as {@link RollFiles#areAsBegun}. */
    public boolean areFilesAsBegun(int fromCycle) {
        return files.areAsBegun(fromCycle, tailer.cycle());
    }

    /** The index of the document that was found last. */
    public long index() {
        return soFar.index();
    }

    /** The number of the file that it is in, -1 before the first. */
    public int cycle() {
        return tailer == null ? -1 : tailer.cycle();
    }

    private boolean start() {
        final OptionalLong first = files.firstIndex();
        if (first.isPresent() && !anyStart) {
            files.checkNoneIsLostBefore(queue.rollCycle().toCycle(first.getAsLong()));
        }
        if (first.isPresent() && !moveTo(first.getAsLong())) {
            close();
        }
        return tailer != null;
    }

    public void toStart() {
        close();
        soFar = new ReadSoFar(files, queue.rollCycle());
    }

    @Override
    public void close() {
        if (tailer != null) {
            tailer.close();
            tailer = null;
        }
    }
}
