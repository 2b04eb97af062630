package dev.sluice.internal.queue;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.document.Cursor;
import dev.sluice.internal.queue.document.DocumentAppender;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.LookBack;
import dev.sluice.internal.queue.document.MessageSearch;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.Chronicle;
import dev.sluice.internal.queue.files.Positions;
import dev.sluice.internal.queue.files.ProcessName;
import dev.sluice.internal.queue.files.QueueLock;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.queue.files.RollLog;
import dev.sluice.internal.queue.scan.DocumentScan.RequestScan;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.internal.queue.state.WriterLock;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.internal.wire.WireFormatException.NewerFormatException;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import dev.sluice.transport.UnreadableQueueException.NewerMessageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/** The requests of a pair, on its input: their writers and readers. Thread-safe; what it makes is not. */
public final class InputQueue implements AutoCloseable {

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

    public QueueDirectory directory() {
        return directory;
    }

    /** Returns the position of that index. */
    Position position(long index) {
        return Positions.of(index, queue.rollCycle());
    }

    /** A writer of that name, or, without one ({@code null}), with a random id. */
    InputWriter writer(String name, QueueOptions options) {
        final WriterLock writing = WriterLock.acquire(path(), lock, directory.cycle());
        StateFile state = null;
        try {
            queue.refreshDirectoryListing();
            files.verifyNewest();
            state = name == null ? null : StateFile.open(path(), NamedWriters.ROLE, name, InputWriter::newState);
            final long sequence = state == null ? 0 : namedWriters().lastSequence(state);
            return new InputWriter(
                    new DocumentAppender(queue, directory, lock, options.diskReserve()),
                    writing,
                    state,
                    sequence,
                    options);
        } catch (final Throwable e) {
            try (writing) {
                if (state != null) {
                    state.close();
                }
            }
            throw e;
        }
    }

    private NamedWriters namedWriters() {
        return new NamedWriters(queue, directory);
    }

    /** Puts right what named writers have noted, so that requests before that index can go; gives what is in the way of it. */
    public Optional<String> settleWriters(long before, BooleanSupplier ended) {
        return namedWriters().settle(before, ended);
    }

    /** The ids of the processes that have writers open, each by the numbers of its own container. */
    List<Long> writingProcesses() {
        return WriterLock.holders(path()).stream()
                .map(ProcessName::pid)
                .sorted()
                .toList();
    }

    /** Whether a writer of that name was ever opened here. */
    public boolean hasWriter(String name) {
        return StateFile.exists(path(), NamedWriters.ROLE, name);
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

    /** How many requests there are from that index on and before the other; both must be there, or follow the last one. */
    long between(long from, long behind) {
        return from >= behind ? 0 : Chronicle.translate(path(), () -> queue.countExcerpts(from, behind));
    }

    /** The index of the first request at or after that index, whether there is one at it or not. */
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
        return new MessageSearch(queue, directory).first(Documents::writtenNanosSaid, nanos);
    }

    /**
     * How many requests were written at each of those times or later, as long as nobody has set the clock back. By search.
     *
     * @param nanos wall clock, since 1970
     */
    long[] countSince(long... nanos) {
        return new MessageSearch(queue, directory).count(Documents::writtenNanosSaid, nanos);
    }

    RequestScan scan() {
        return new RequestScan(queue, directory, start());
    }

    RequestScan scan(long from) {
        return new RequestScan(queue, directory, at(from));
    }

    InputReader fromStart() {
        return reader(start(), LookBack.none(false));
    }

    /** A reader from that index on, or from the first request if there is nothing at it. */
    public InputReader from(OptionalLong index) {
        if (index.isEmpty()) {
            return fromStart();
        }
        final Cursor cursor = at(index.getAsLong());
        return reader(cursor, cursor.cycle() < 0 ? LookBack.none(false) : before(index.getAsLong()));
    }

    /** A reader after the request answered last. */
    InputReader behind(LastAnswered last) {
        return reader(
                Cursor.behind(queue, path(), last.requestIndex(), context -> checkIsAnswered(last, context)),
                before(last.requestIndex() + 1));
    }

    /** A damaged index of the queue leads to another request, and others would be answered twice, or never. */
    private void checkIsAnswered(LastAnswered answered, DocumentContext context) {
        final Documents document = new Documents(directory.blockSize());
        final Position position = position(answered.requestIndex());
        Optional<WireFormatException> unreadable = Optional.empty();
        boolean isSame = false;
        try {
            document.read(context.wire().bytes());
            final RequestFrame frame = Documents.isLost(document.event()) ? null : document.request();
            // a repair put a lost one in the place of the one that was answered
            // what has a wrong number was answered as anybody's
            isSame = frame == null
                    || (frame.writer() == answered.writer() || answered.writer() == 0)
                            && frame.sequence() == answered.sequence();
        } catch (final NewerFormatException e) {
            throw new NewerMessageException(position, "input", e);
        } catch (final WireFormatException e) {
            unreadable = Optional.of(e);
            isSame = answered.writer() == 0; // it could not be read when it was answered, either
        }
        if (!isSame) {
            final String why = unreadable.map(WireFormatException::getMessage).orElse("another one is there");
            throw CorruptQueueException.at(
                    path(),
                    position,
                    "the request at " + position + " of the input is not the one that was answered last: " + why,
                    unreadable.orElseGet(() -> new WireFormatException(why)));
        }
    }

    /**
     * A reader of the first requests there ever were, or of those from that index on, if nothing before it is needed.
     *
     * @throws QueueException if files after that were deleted
     */
    InputReader unanswered(OptionalLong begins) {
        // without it, nothing can have been deleted rightly
        files.checkComplete(begins.isEmpty() ? 0 : queue.rollCycle().toCycle(begins.getAsLong()));
        return reader(start(), LookBack.none(begins.isEmpty()));
    }

    private LookBack before(long index) {
        return LookBack.before(index, files, directory);
    }

    private InputReader reader(Cursor cursor, LookBack before) {
        return new InputReader(cursor, directory, before, this::position);
    }

    private Cursor at(long index) {
        return Cursor.at(queue, path(), index);
    }

    private Cursor start() {
        return Cursor.fromStart(queue, path());
    }

    /** Looks at the queues as they are now; again, if the file that it looks at is deleted meanwhile because nobody needs it. */
    Backlog backlog(Supplier<Optional<LastAnswered>> lastAnswered) {
        while (true) {
            final Optional<LastAnswered> answered = lastAnswered.get();
            try {
                return backlog(answered);
            } catch (final QueueException e) {
                final boolean isDeleted = answered.isPresent()
                        && queue.rollCycle().toCycle(answered.get().requestIndex())
                                <= RollLog.read(path()).deletedTo();
                if (!isDeleted) {
                    throw e; // the file of the request answered last is never deleted
                }
            }
        }
    }

    private Backlog backlog(Optional<LastAnswered> answered) {
        final OptionalLong first = files.firstIndex();
        final OptionalLong last = files.lastIndex();
        if (first.isEmpty() || last.isEmpty()) {
            return new Backlog(Optional.empty(), answered, 0);
        }
        final long from = answered.map(LastAnswered::requestIndex).orElse(first.getAsLong() - 1) + 1;
        files.verify(queue.rollCycle().toCycle(from));
        return new Backlog(Optional.of(last.getAsLong()), answered, between(from, last.getAsLong() + 1));
    }

    @Override
    public void close() {
        queue.close();
    }

    /**
     * How far a pair of queues is, at one moment. Takes up to some hundred microseconds, whatever the size of the queues.
     *
     * @param lastWritten the index of the last request, if there is one
     * @param lastAnswered the request answered last, if there is one
     * @param waiting the requests that have no result
     */
    public record Backlog(Optional<Long> lastWritten, Optional<LastAnswered> lastAnswered, long waiting) {}
}
