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

/** The results of a pair, on its output: their readers and writer, and what was answered last. Thread-safe; what it makes is not. */
public final class OutputQueue implements AutoCloseable {

    public static final String READER = "reader";
    /** The first number of the place of a reader or a run. */
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

    /** Returns the position of that index. */
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

    /** Returns the number that the gateway has noted at that place, or {@link GatewayNotes#NONE}; without its lock. */
    long noted(int place) {
        return GatewayNotes.look(directory.path(), place);
    }

    /** The last result there is; the next one, if its file is deleted meanwhile because newer ones came. */
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
     * The request that the result at that index answers.
     *
     * @throws QueueException if it cannot be read on from there
     */
    public long requestAt(long index) {
        final Found place = readAt(index);
        place.cursor.close();
        return place.result.request().index();
    }

    /** The request of the last result in that file, or empty when it has none. */
    public OptionalLong lastRequestIn(Path file) {
        final OptionalLong last = files.lastIndexIn(file);
        return last.isEmpty()
                ? last
                : OptionalLong.of(Chronicle.translate(directory.path(), () -> requestIn(last.getAsLong())));
    }

    /** Reads one result without a look at later files: there may be many, and some older ones may be deleted. */
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

    /** A reader of the results that come from now on. */
    public OutputReader newResults() {
        return last().map(place -> behind(place, null)).orElseGet(() -> reader(fromStart(), null, 0));
    }

    OutputReader resultsFromStart() {
        return reader(fromStart(), null, OutputReader.ANY);
    }

    ResultScan scan(long ofRequest) {
        return scan(new MessageSearch(queue, directory).first(OutputQueue::answered, ofRequest));
    }

    /** Scans the results from the first on that was written at that time or later. */
    ResultScan scanSince(long nanos) {
        return scan(new MessageSearch(queue, directory).first(Documents::writtenNanos, nanos));
    }

    private ResultScan scan(OptionalLong first) {
        final Cursor cursor = first.isEmpty() ? atEnd() : Cursor.at(queue, directory.path(), first.getAsLong());
        return new ResultScan(queue, directory, cursor);
    }

    /** The first answered request that was read at that time or later. */
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

    /** How many results were written at each of those times or later. */
    long[] countSince(long... nanos) {
        return new MessageSearch(queue, directory).count(Documents::writtenNanos, nanos);
    }

    /** The last so many documents as they are, or fewer if there are no more. */
    ResultScan scanLast(long count) {
        return scan(files.indexFromEnd(count));
    }

    /** Returns a cursor after the last result there is now. */
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

    /** The names of the runs that have a place, in order. */
    public List<String> runs() {
        return StateFile.names(directory.path(), OutputPlace.ROLE);
    }

    /** Returns the file in which a job notes how far a run of that name got, beside the run's place. */
    public Path runFile(String name) {
        return StateFile.path(directory.path(), OutputPlace.ROLE, name, ".mark");
    }

    /**
     * Opens the place of that run, which for a new one is after the last result there is now.
     *
     * @param requests reads the requests from an index on
     * @throws QueueLockedException if it is open anywhere
     * @throws QueueException if the results where it was are gone
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
        // A kill between the two leaves the index one behind.
        if (place.result.sequence() != sequence && place.result.sequence() != sequence - 1) {
            place.cursor.close();
            throw CorruptQueueException.at(
                    directory.path(),
                    position(index),
                    "the last result handed over was number " + sequence + ", and at " + position(index)
                            + " of the output is number " + place.result.sequence(),
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

    /** A result, and the place after it. */
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
