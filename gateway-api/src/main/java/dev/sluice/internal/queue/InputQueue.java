package dev.sluice.internal.queue;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.document.AnsweredRequest;
import dev.sluice.internal.queue.document.Cursor;
import dev.sluice.internal.queue.document.DocumentAppender;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.LastAnswered;
import dev.sluice.internal.queue.document.MessageSearch;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.ChronicleErrors;
import dev.sluice.internal.queue.files.Positions;
import dev.sluice.internal.queue.files.QueueLock;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.queue.scan.RequestScan;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.internal.queue.state.WriterLock;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Supplier;
import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/** The input of a pair: its writers and readers. Thread-safe; what it makes is not. */
public final class InputQueue implements AutoCloseable {

    private static final String WRITER = "writer";

    private final QueueDirectory directory;
    private final QueueLock lock;
    private final SingleChronicleQueue queue;
    private final RollFiles files;

    InputQueue(QueueDirectory directory, TimeProvider clock) {
        this.directory = directory;
        this.lock = new QueueLock(directory.path());
        this.queue = directory.openChronicle(clock, lock);
        this.files = new RollFiles(queue, directory.path());
    }

    UUID id() {
        return directory.id();
    }

    Path path() {
        return directory.path();
    }

    public SingleChronicleQueue chronicle() {
        return queue;
    }

    long blockSize() {
        return directory.blockSize();
    }

    /** Where that index is, to be printed. */
    Position position(long index) {
        return Positions.of(index, queue.rollCycle());
    }

    /** A writer of that name, or, without one ({@code null}), with a random id. */
    RequestWriter writer(String name, QueueOptions options) {
        final WriterLock writing = WriterLock.acquire(path(), lock, directory.cycle());
        StateFile state = null;
        boolean opened = false;
        try {
            queue.refreshDirectoryListing();
            files.verifyNewest();
            state = name == null ? null : StateFile.open(path(), WRITER, name, RequestWriter::newState);
            final long sequence = state == null ? 0 : LastSequence.find(this, state);
            final RequestWriter writer = new RequestWriter(
                    new DocumentAppender(queue, directory, lock, options.diskReserve()),
                    writing,
                    state,
                    sequence,
                    options);
            opened = true;
            return writer;
        } finally {
            if (!opened) {
                try (writing) {
                    if (state != null) {
                        state.close();
                    }
                }
            }
        }
    }

    boolean hasWriter(String name) {
        return StateFile.exists(path(), WRITER, name);
    }

    OptionalLong firstRequest() {
        return files.firstIndex();
    }

    OptionalLong lastRequest() {
        return files.lastIndex();
    }

    /** How many documents there are now. Takes up to some hundred microseconds for each file. */
    long count() {
        final OptionalLong first = files.firstIndex();
        final OptionalLong last = files.lastIndex();
        return first.isEmpty() || last.isEmpty() ? 0 : between(first.getAsLong(), last.getAsLong() + 1);
    }

    /** How many there are from that index on and before the other; both must be there, or be behind one. */
    long between(long from, long behind) {
        return from >= behind ? 0 : ChronicleErrors.translate(path(), () -> queue.countExcerpts(from, behind));
    }

    /** The index of the first request at or behind that index, whether there is one at it or not. */
    OptionalLong firstFrom(long index) {
        for (final Path file : RollFiles.oldestFirst(path())) {
            final int cycle = files.cycle(file);
            if (cycle >= queue.rollCycle().toCycle(index)) {
                final OptionalLong last = files.lastIndexIn(file);
                if (last.isPresent() && last.getAsLong() >= index) {
                    return OptionalLong.of(Math.max(index, queue.rollCycle().toIndex(cycle, 0)));
                }
            }
        }
        return OptionalLong.empty();
    }

    /** The first request that was written at that time or later. */
    OptionalLong firstSince(long nanos) {
        return new MessageSearch(queue, directory).first(Documents::writtenNanos, nanos);
    }

    /** How many requests were written at each of those times or later. */
    long[] countSince(long... nanos) {
        return new MessageSearch(queue, directory).count(Documents::writtenNanos, nanos);
    }

    RequestScan scan() {
        return new RequestScan(queue, directory, start());
    }

    RequestScan scan(long from) {
        return new RequestScan(queue, directory, at(from));
    }

    RequestReader fromStart() {
        return reader(start(), false);
    }

    /** A reader from that index on, or from the first request if there is nothing at it. */
    RequestReader from(OptionalLong index) {
        return reader(index.isEmpty() ? start() : at(index.getAsLong()), false);
    }

    /** A reader behind the request answered last. */
    RequestReader behind(LastAnswered last) {
        return reader(
                Cursor.behind(queue, path(), last.requestIndex(), new AnsweredRequest(last, directory, this::position)),
                false);
    }

    /**
     * A reader of the first requests there ever were, or of those from that index on, if nothing before it is needed.
     *
     * @throws QueueException if files behind that were deleted
     */
    RequestReader unanswered(OptionalLong begins) {
        // without it, nothing can have been deleted rightly
        files.checkComplete(begins.isEmpty() ? 0 : queue.rollCycle().toCycle(begins.getAsLong()));
        return reader(start(), begins.isEmpty());
    }

    private RequestReader reader(Cursor cursor, boolean fromFirst) {
        return new RequestReader(cursor, directory, fromFirst, this::position);
    }

    /** A cursor at that document, or at the start when there is none. */
    Cursor at(long index) {
        return Cursor.at(queue, path(), index);
    }

    Cursor start() {
        return Cursor.fromStart(queue, path());
    }

    Backlog backlog(Supplier<Optional<LastAnswered>> lastAnswered) {
        return Backlog.of(queue, path(), lastAnswered);
    }

    @Override
    public void close() {
        queue.close();
    }
}
