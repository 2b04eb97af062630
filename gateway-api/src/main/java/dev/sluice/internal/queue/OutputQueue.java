package dev.sluice.internal.queue;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.queue.OutputReader.ResultDocuments;
import dev.sluice.internal.queue.document.Cursor;
import dev.sluice.internal.queue.document.DocumentAppender;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.MessageSearch;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.Chronicle;
import dev.sluice.internal.queue.files.Positions;
import dev.sluice.internal.queue.files.QueueLock;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.queue.files.RollLog;
import dev.sluice.internal.queue.scan.DocumentScan.ResultScan;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.GatewayLock.GatewayNotes;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.RunPlace;
import dev.sluice.transport.UnreadableQueueException.CorruptQueueException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import net.openhft.chronicle.core.time.TimeProvider;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * The output queue of a lane; a lane is a pair of one input queue and one output queue. Creates the readers and the writer of the
 * results, and finds the last result. Thread-safe, but the created readers and writers are not.
 */
public final class OutputQueue implements AutoCloseable {

    public static final String READER = "reader";
    /** The first number in the state file of every reader and run. */
    private static final long BEGUN = 1;

    private final QueueDirectory directory;
    private final QueueLock lock;
    private final SingleChronicleQueue queue;
    private final RollFiles files;

    OutputQueue(QueueDirectory directory, TimeProvider clock) {
        this.directory = directory;
        this.lock = new QueueLock(directory.path());
        this.queue = directory.openChronicle(clock, lock);
        this.files = new RollFiles(queue, directory.path());
    }

    /** Returns the index as a position. */
    Position position(long index) {
        return Positions.of(index, queue.rollCycle());
    }

    GatewayLock lock() {
        final GatewayLock gateway = GatewayLock.acquire(directory.path(), lock, queue.rollCycle());
        try {
            queue.refreshDirectoryListing();
            return gateway;
        } catch (final Throwable e) {
            gateway.close();
            throw e;
        }
    }

    Optional<LastAnswered> lastAnswered() {
        return last().map(place -> {
            place.cursor.close();
            final ResultFrame result = place.result;
            return new LastAnswered(
                    result.request().index(),
                    result.sequence(),
                    place.index,
                    result.request().writer(),
                    result.request().sequence());
        });
    }

    /**
     * Returns one of the numbers that the gateway keeps in a file, from the given slot; {@link GatewayNotes#NONE} if the slot is
     * empty. Needs no gateway lock.
     */
    long noted(int place) {
        return GatewayNotes.look(directory.path(), place);
    }

    /**
     * Returns the last result. Searches again if, during the search, newer results were written and retention deleted the file
     * being searched.
     */
    private Optional<Found> last() {
        long before = -1;
        while (true) {
            final OptionalLong last = files.lastIndex();
            if (last.isEmpty()) {
                return Optional.empty();
            }
            try {
                return Optional.of(readAt(last.getAsLong()));
            } catch (final QueueException e) {
                final int cycle = queue.rollCycle().toCycle(last.getAsLong());
                if (last.getAsLong() == before
                        || cycle > RollLog.read(directory.path()).deletedTo()) {
                    throw e;
                }
                before = last.getAsLong();
            }
        }
    }

    /**
     * Returns the index of the request that the result at {@code index} answers.
     *
     * @throws QueueException if the result, or the queue from there on, cannot be read
     */
    public long requestAt(long index) {
        final Found place = readAt(index);
        place.cursor.close();
        return place.result.request().index();
    }

    /** Returns the index of the request that the last result in {@code file} answers; empty if the file has no result. */
    public OptionalLong lastRequestIn(Path file) {
        final OptionalLong last = files.lastIndexIn(file);
        return last.isEmpty()
                ? last
                : OptionalLong.of(Chronicle.translate(directory.path(), () -> requestIn(last.getAsLong())));
    }

    /** Reads one result without checking the later files: there may be many, and retention may be deleting old files. */
    private long requestIn(long index) {
        try (ExcerptTailer tailer = queue.createTailer()) {
            tailer.moveToIndex(index);
            try (DocumentContext context = tailer.readingDocument()) {
                return new ResultDocuments(directory, this::position)
                        .decode(context)
                        .request()
                        .index();
            }
        }
    }

    public SingleChronicleQueue chronicle() {
        return queue;
    }

    public QueueDirectory directory() {
        return directory;
    }

    DocumentAppender appender(long diskReserve) {
        return new DocumentAppender(queue, directory, lock, diskReserve);
    }

    /** Returns a reader of the results that are written from now on. */
    public OutputReader newResults() {
        return last().map(place -> behind(place, null)).orElseGet(() -> reader(fromStart(), null, 0));
    }

    OutputReader resultsFromStart() {
        return reader(fromStart(), null, OutputReader.ANY);
    }

    ResultScan scan(long ofRequest) {
        return scan(new MessageSearch(queue, directory).first(OutputQueue::answered, ofRequest));
    }

    /** Returns a scan that begins with the first result written at or after {@code nanos}. */
    ResultScan scanSince(long nanos) {
        return scan(new MessageSearch(queue, directory).first(Documents::writtenNanos, nanos));
    }

    private ResultScan scan(OptionalLong first) {
        final Cursor cursor = first.isEmpty() ? atEnd() : Cursor.at(queue, directory.path(), first.getAsLong());
        return new ResultScan(queue, directory, cursor);
    }

    /** Returns the index of the first answered request that the gateway read at or after {@code nanos}. */
    OptionalLong firstReadSince(long nanos) {
        final OptionalLong result =
                new MessageSearch(queue, directory).first(document -> document.nanos(ResultScan.READ), nanos);
        return result.isEmpty() ? result : OptionalLong.of(requestAt(result.getAsLong()));
    }

    private static long answered(Documents document) {
        final long index = document.cameFrom(Documents.INPUT);
        if (index < 0) {
            throw new WireFormatException("a document without a history");
        }
        return index;
    }

    /** Returns, for each of the times, the number of results that were written at that time or later. */
    long[] countSince(long... nanos) {
        return new MessageSearch(queue, directory).count(Documents::writtenNanos, nanos);
    }

    /** Returns a scan of the last {@code count} documents, or of all if there are fewer. */
    ResultScan scanLast(long count) {
        return scan(files.indexFromEnd(count));
    }

    /** Returns a cursor after the last existing result. */
    private Cursor atEnd() {
        return last().map(place -> place.cursor).orElseGet(this::fromStart);
    }

    ResultScan scan() {
        return new ResultScan(queue, directory, fromStart());
    }

    OutputReader results(String name) {
        final StateFile state = StateFile.open(directory.path(), READER, name, this::newPlace);
        try {
            return resume(state);
        } catch (final Throwable e) {
            state.close();
            throw e;
        }
    }

    /** Returns the names of the unfinished runs, sorted. */
    public List<String> runs() {
        return StateFile.names(directory.path(), OutputPlace.ROLE);
    }

    /**
     * Returns the file with the mark of the run {@code name}, which records how far the run has come. The file lies beside the
     * file with the run's position in the results.
     */
    public Path runFile(String name) {
        return StateFile.path(directory.path(), OutputPlace.ROLE, name, ".mark");
    }

    /**
     * Opens the stored position of a run in the results. A new run begins after the last existing result.
     *
     * @param requests opens a reader of the requests that begins at an index
     * @throws QueueLockedException if the run is open in this process or another one
     * @throws QueueException if the result at the run's position no longer exists
     */
    public OutputPlace run(String name, Function<OptionalLong, InputReader> requests) {
        final StateFile state = StateFile.open(directory.path(), OutputPlace.ROLE, name, this::newPlace);
        try {
            final long index = state.get(StateFile.LAST_INDEX);
            if (index == 0) {
                return new OutputPlace(
                        state, RunPlace.Place.START, reader(fromStart(), null, 0), OptionalLong.empty(), requests);
            }
            final Found place = readAt(index);
            return new OutputPlace(
                    state,
                    new RunPlace.Place(index, place.result.sequence()),
                    behind(place, null),
                    OptionalLong.of(place.result.request().index()),
                    requests);
        } catch (final Throwable e) {
            state.close();
            throw e;
        }
    }

    private long[] newPlace() {
        final Optional<LastAnswered> last = lastAnswered();
        return new long[] {
            BEGUN,
            last.map(LastAnswered::resultIndex).orElse(0L),
            last.map(LastAnswered::resultSequence).orElse(0L),
            0
        };
    }

    private OutputReader resume(StateFile state) {
        final long index = state.get(StateFile.LAST_INDEX);
        final long sequence = state.get(StateFile.LAST_SEQUENCE);
        if (index == 0) {
            return reader(fromStart(), state, 0);
        }
        final Found place = readAt(index);
        // The sequence number is stored before the index. A kill between the two writes leaves the index of the
        // previous result.
        if (place.result.sequence() != sequence && place.result.sequence() != sequence - 1) {
            place.cursor.close();
            throw CorruptQueueException.at(
                    directory.path(),
                    position(index),
                    "the last result that was handed over has number " + sequence + ", but the result at "
                            + position(index) + " of the output has number " + place.result.sequence(),
                    null);
        }
        return behind(place, state);
    }

    private OutputReader behind(Found place, StateFile state) {
        return reader(place.cursor, state, place.result.sequence());
    }

    private OutputReader reader(Cursor cursor, StateFile state, long lastSequence) {
        return new OutputReader(cursor, new ResultDocuments(directory, this::position), state, lastSequence);
    }

    private Cursor fromStart() {
        return Cursor.fromStart(queue, directory.path());
    }

    /** A result, and a cursor after this result. */
    private record Found(long index, ResultFrame result, Cursor cursor) {}

    private Found readAt(long index) {
        final ResultDocuments documents = new ResultDocuments(directory, this::position);
        final AtomicReference<ResultFrame> result = new AtomicReference<>();
        final Cursor cursor =
                Cursor.behind(queue, directory.path(), index, context -> result.set(documents.decode(context)));
        return new Found(index, result.get(), cursor);
    }

    @Override
    public void close() {
        queue.close();
    }
}
