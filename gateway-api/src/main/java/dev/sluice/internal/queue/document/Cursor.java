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
 * Reads a queue from a given position, with a tailer, which is Chronicle's reader. A cursor at the start of a queue opens its
 * tailer only once a first message exists. A tailer opened earlier might meet a file without a header, and would then never see
 * the messages that are written after the file was repaired. Used by one thread.
 */
public final class Cursor implements AutoCloseable {

    /**
     * The maximum number of searches, a millisecond apart, for a message that exists according to the files. If none of them
     * finds the message, it counts as lost.
     */
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

    /** Makes this cursor start at the first message that still exists, even if files before this message were lost. */
    public Cursor fromWhatIsLeft() {
        anyStart = true;
        return this;
    }

    /**
     * Returns a cursor after the message at {@code index}.
     *
     * @param check receives the message, and may refuse it with an exception
     * @throws QueueException if there is no message at the index
     */
    public static Cursor behind(
            SingleChronicleQueue queue, Path directory, long index, Consumer<DocumentContext> check) {
        final Cursor cursor = new Cursor(queue, directory);
        try {
            cursor.files.checkComplete(queue.rollCycle().toCycle(index));
            if (cursor.moveTo(index) && cursor.passes(index, check)) {
                return cursor;
            }
            throw new QueueException(directory + " has no message at " + Positions.of(index, queue.rollCycle())
                    + ", where reading must continue: its files were deleted, or the position is from another queue;"
                    + " bring the files back; to see what is left: sluice replay repair --queues "
                    + directory.toAbsolutePath().normalize().getParent());
        } catch (final Throwable e) {
            cursor.close();
            throw e;
        }
    }

    /** Returns a cursor at the message at {@code index}, or at the start if there is no such message. */
    public static Cursor at(SingleChronicleQueue queue, Path directory, long index) {
        final Cursor cursor = new Cursor(queue, directory);
        if (!cursor.moveTo(index)) {
            cursor.toStart();
        }
        return cursor;
    }

    /** Returns a cursor at the start of the first readable file after {@code cycle}; empty if there is no such file. */
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
                    // try the next file
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
     * Reads the next document, if there is one.
     *
     * @throws CorruptQueueException if a document exists according to the files, but cannot be found
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
     * Called if the last document cannot be decoded.
     *
     * @throws CorruptQueueException if the damage of this document hides documents after it
     */
    public void checkUnreadable() {
        soFar.checkNumber();
    }

    /**
     * Converts the error that the JVM throws when a mapped file was truncated. The JVM may throw it somewhat after the access.
     */
    public RuntimeException fault(InternalError error) {
        return Chronicle.translated(directory, error);
    }

    /** Adds the file of the last message to the files that the next sync forces to disk. */
    public void noteFile(RollFileSync synced) {
        if (synced.rolls(tailer.cycle())) {
            synced.rolledTo(tailer.cycle(), tailer.currentFile());
        }
    }

    /**
     * Records that the file of the last document has messages. A program that writes with Chronicle alone does not record this.
     */
    public void noteRoll() {
        if (tailer.cycle() != noted) {
            try {
                RollFiles.noteBegun(
                        directory, tailer.cycle(), tailer.currentFile().toPath(), queue.rollCycle());
                noted = tailer.cycle();
            } catch (final QueueException e) {
                LOG.warn("This request is read, but its file could not be recorded: the next request tries again", e);
            }
        }
    }

    /** Whether the files from {@code fromCycle} to the current file still begin with their original first messages. */
    public boolean areFilesAsBegun(int fromCycle) {
        return files.areAsBegun(fromCycle, tailer.cycle());
    }

    /** Returns the index of the document found last. */
    public long index() {
        return soFar.index();
    }

    /** Returns the cycle of the current file, or -1 before the first document. */
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
