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

/**
 * The input queue of a lane; a lane is a pair of one input queue and one output queue. Creates the writers and readers of the
 * requests. Thread-safe, but the created writers and readers are not.
 */
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

    /** Returns the index as a position. */
    Position position(long index) {
        return Positions.of(index, queue.rollCycle());
    }

    /** Opens the named writer, or a writer with a random id if {@code name} is {@code null}. */
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

    /**
     * Corrects the stored positions of named writers. Then the requests before an index can be deleted.
     *
     * @return why these requests cannot be deleted; empty if they can
     */
    public Optional<String> settleWriters(long before, BooleanSupplier ended) {
        return namedWriters().settle(before, ended);
    }

    /** Returns the ids of the processes that have writers open. Each id is valid within the container of its process. */
    List<Long> writingProcesses() {
        return WriterLock.holders(path()).stream()
                .map(ProcessName::pid)
                .sorted()
                .toList();
    }

    /** Whether a writer with this name was ever opened on this queue. */
    public boolean hasWriter(String name) {
        return StateFile.exists(path(), NamedWriters.ROLE, name);
    }

    OptionalLong firstRequest() {
        return files.firstIndex();
    }

    OptionalLong lastRequest() {
        return files.lastIndex();
    }

    /** Returns the current number of documents. Takes up to a few hundred microseconds for each file. */
    long count() {
        final OptionalLong first = files.firstIndex();
        final OptionalLong last = files.lastIndex();
        return first.isEmpty() || last.isEmpty() ? 0 : between(first.getAsLong(), last.getAsLong() + 1);
    }

    /**
     * Returns the number of requests from one index (inclusive) to another (exclusive). Each must be the index of a request, or
     * the next index after the last request.
     */
    long between(long from, long behind) {
        return from >= behind ? 0 : Chronicle.translate(path(), () -> queue.countExcerpts(from, behind));
    }

    /** Returns the index of the first request at or after {@code index}. There need not be a request at {@code index} itself. */
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

    /** Returns the index of the first request written at or after {@code nanos}. */
    OptionalLong firstSince(long nanos) {
        return new MessageSearch(queue, directory).first(Documents::writtenNanosSaid, nanos);
    }

    /**
     * Returns, for each of the times, the number of requests that were written at that time or later. The counts come from a
     * binary search by time, so they are right only if the clock was never set back.
     *
     * @param nanos wall clock times, in nanoseconds since 1970
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

    /** Returns a reader that begins with the request at {@code index}, or with the first request if none is at that index. */
    public InputReader from(OptionalLong index) {
        if (index.isEmpty()) {
            return fromStart();
        }
        final Cursor cursor = at(index.getAsLong());
        return reader(cursor, cursor.cycle() < 0 ? LookBack.none(false) : before(index.getAsLong()));
    }

    /** Returns a reader that begins after the last answered request. */
    InputReader behind(LastAnswered last) {
        return reader(
                Cursor.behind(queue, path(), last.requestIndex(), context -> checkIsAnswered(last, context)),
                before(last.requestIndex() + 1));
    }

    /**
     * Checks that the last answered request was found. A damaged index of the queue may lead to another request. If the gateway
     * continued after that other request, it would answer some requests twice, or never.
     */
    private void checkIsAnswered(LastAnswered answered, DocumentContext context) {
        final Documents document = new Documents(directory.blockSize());
        final Position position = position(answered.requestIndex());
        Optional<WireFormatException> unreadable = Optional.empty();
        boolean isSame = false;
        try {
            document.read(context.wire().bytes());
            final RequestFrame frame = Documents.isLost(document.event()) ? null : document.request();
            // null: a repair has replaced the answered request by a placeholder for a lost request
            // writer 0: the request had a wrong number, so its result names no writer
            isSame = frame == null
                    || (frame.writer() == answered.writer() || answered.writer() == 0)
                            && frame.sequence() == answered.sequence();
        } catch (final NewerFormatException e) {
            throw new NewerMessageException(position, "input", e);
        } catch (final WireFormatException e) {
            unreadable = Optional.of(e);
            isSame = answered.writer() == 0; // 0: the request was already unreadable when it was answered
        }
        if (!isSame) {
            final String why = unreadable.map(WireFormatException::getMessage).orElse("another request is there");
            throw CorruptQueueException.at(
                    path(),
                    position,
                    "the request at " + position + " of the input is not the last answered request: " + why,
                    unreadable.orElseGet(() -> new WireFormatException(why)));
        }
    }

    /**
     * Returns a reader for an output that has no result yet. The reader begins with the first existing request.
     *
     * @param begins if the output replaces a lost output, the index of the first request that needs an answer; otherwise empty
     * @throws QueueException if a file that may hold unanswered requests was deleted
     */
    InputReader unanswered(OptionalLong begins) {
        // if begins is empty, nothing was answered, so retention cannot have deleted a file
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

    /** Measures the backlog. Starts again if retention deletes a file during the measurement. */
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
                    throw e; // retention is not the cause: it never deletes the file of the last answered request
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
     * The progress of a pair of queues at one moment. Measuring takes at most a few hundred microseconds, whatever the size of
     * the queues.
     *
     * @param lastWritten the index of the last request; empty if there is none
     * @param lastAnswered the last answered request; empty if there is none
     * @param waiting the number of requests without a result
     */
    public record Backlog(Optional<Long> lastWritten, Optional<LastAnswered> lastAnswered, long waiting) {}
}
