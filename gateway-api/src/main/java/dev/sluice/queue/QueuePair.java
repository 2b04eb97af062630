package dev.sluice.queue;

import dev.sluice.wire.ResultFrame;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * An input and an output queue under one directory, {@code in} and {@code out}. Opens them, creating what is missing,
 * and makes readers and writers. Thread-safe; what it makes is not.
 */
public final class QueuePair implements AutoCloseable {

    /** The input's id in histories. */
    public static final int INPUT_SOURCE = 1;
    /** The output's id in histories. */
    public static final int OUTPUT_SOURCE = 2;

    private final Path path;
    private final QueueOptions options;
    private final QueueDirectory inputDirectory;
    private final QueueDirectory outputDirectory;
    private final SingleChronicleQueue input;
    private final SingleChronicleQueue output;

    private QueuePair(Path path, QueueOptions options, QueueDirectory.Pair directories) {
        this.path = path;
        this.options = options;
        this.inputDirectory = directories.input();
        this.outputDirectory = directories.output();
        this.input = inputDirectory.openChronicle();
        boolean opened = false;
        try {
            this.output = outputDirectory.openChronicle();
            opened = true;
        } finally {
            if (!opened) {
                input.close();
            }
        }
    }

    /**
     * Opens the pair in that directory, creating what is missing. Roll cycle and block size of a queue that exists are
     * kept.
     *
     * @throws QueueException if this JVM lacks flags, or what is there is no queue pair
     */
    public static QueuePair open(Path path, QueueOptions options) {
        JvmFlags.check();
        Chronicle.quiet();
        return new QueuePair(path, options, QueueDirectory.openOrCreate(path, options));
    }

    /** The directory of both. */
    public Path path() {
        return path;
    }

    public QueueOptions options() {
        return options;
    }

    /** The id of the input queue: with an index, the position that identifies a request. */
    public UUID inputId() {
        return inputDirectory.id();
    }

    /** Where that index of the input is, to be printed. */
    public Position inputPosition(long index) {
        return Position.of(index, input.rollCycle());
    }

    /** Where that index of the output is, to be printed. */
    public Position outputPosition(long index) {
        return Position.of(index, output.rollCycle());
    }

    /** The index of that position in the input. */
    public long inputIndex(Position position) {
        return position.index(input.rollCycle());
    }

    /** A writer with a random id. */
    public RequestWriter newWriter() {
        return newWriter(null);
    }

    /**
     * A writer that keeps its id and goes on with its numbers after a restart.
     *
     * @throws QueueLockedException if a writer of that name is open anywhere
     */
    public RequestWriter newWriter(String name) {
        final WriterLock lock = WriterLock.acquire(inputDirectory.path());
        StateFile state = null;
        boolean opened = false;
        try {
            input.refreshDirectoryListing();
            state = name == null ? null : StateFile.open(inputDirectory.path(), "writer", name);
            final long sequence = state == null ? 0 : LastSequence.find(this, state);
            final RequestWriter writer = new RequestWriter(
                    new DocumentAppender(input, inputDirectory, options.diskReserve()), lock, state, sequence, options);
            opened = true;
            return writer;
        } finally {
            if (!opened) {
                try (lock) {
                    if (state != null) {
                        state.close();
                    }
                }
            }
        }
    }

    /** Whether a writer of that name was ever opened here. */
    public boolean hasWriter(String name) {
        return StateFile.exists(inputDirectory.path(), "writer", name);
    }

    /**
     * The gateway's lock on the output.
     *
     * @throws QueueLockedException if another gateway holds it
     * @throws QueueException if the output answers another input than this one
     */
    public GatewayLock lockForGateway() {
        if (!outputDirectory.answers().equals(Optional.of(inputDirectory.id()))) {
            throw new QueueException("the output " + outputDirectory.path() + " answers the input "
                    + outputDirectory.answers().map(UUID::toString).orElse("none") + ", but the input is "
                    + inputDirectory.id() + ": one of them was deleted or moved here; move both away, or bring back"
                    + " the one that belongs to the other");
        }
        final GatewayLock lock = GatewayLock.acquire(outputDirectory.path());
        boolean refreshed = false;
        try {
            output.refreshDirectoryListing();
            refreshed = true;
            return lock;
        } finally {
            if (!refreshed) {
                lock.close();
            }
        }
    }

    /**
     * The request answered last, or empty when the output is.
     *
     * @throws CorruptQueueException if the last document is no result
     */
    public Optional<LastAnswered> lastAnswered() {
        final OptionalLong last = RollFiles.lastIndex(output, outputDirectory.path());
        if (last.isEmpty()) {
            return Optional.empty();
        }
        try (ExcerptTailer tailer = output.createTailer();
                ResultReader reader = newResultReader(Cursor.fromStart(output, outputDirectory.path()), null)) {
            tailer.moveToIndex(last.getAsLong());
            try (DocumentContext context = tailer.readingDocument()) {
                final ResultFrame result = reader.decode(context, last.getAsLong());
                return Optional.of(new LastAnswered(result.request().index(), result.sequence(), last.getAsLong()));
            }
        }
    }

    /** The index of the last request on the input, or empty when there is none. */
    public OptionalLong lastRequest() {
        return RollFiles.lastIndex(input, inputDirectory.path());
    }

    /** How far the gateway is behind the jobs, now. */
    public Backlog backlog() {
        return Backlog.of(input, lastAnswered());
    }

    /** A reader of every request, from the first there is. */
    public RequestReader requestsFromStart() {
        return new RequestReader(Cursor.fromStart(input, inputDirectory.path()), inputDirectory);
    }

    /**
     * A reader of the requests behind that one.
     *
     * @throws QueueException if it is not there
     */
    public RequestReader requestsBehind(long index) {
        return new RequestReader(Cursor.behind(input, inputDirectory.path(), index), inputDirectory);
    }

    /**
     * The gateway's reader: behind the request answered last.
     *
     * @throws QueueException if that request is not there: the input was deleted, or the output is ahead of it
     */
    public RequestReader unansweredRequests(Optional<LastAnswered> last) {
        return last.isPresent() ? requestsBehind(last.get().requestIndex()) : requestsFromStart();
    }

    /** The gateway's writer, going on behind the last result. */
    public ResultWriter resultWriter(GatewayLock lock, Optional<LastAnswered> last) {
        if (!lock.isHeld()) {
            throw new IllegalStateException("the gateway's lock on " + outputDirectory.path() + " was given back");
        }
        final DocumentAppender appender = outputAppender();
        appender.files().alsoForce(RollFiles.newestFirst(outputDirectory.path()));
        return new ResultWriter(appender, last.map(LastAnswered::resultSequence).orElse(0L), options.syncMode());
    }

    DocumentAppender outputAppender() {
        return new DocumentAppender(output, outputDirectory, options.diskReserve());
    }

    /** A reader of the results that come from now on. */
    public ResultReader newResults() {
        return newResultReader(behindResult(lastResultIndex()), null);
    }

    /** A reader of all results there are. */
    public ResultReader resultsFromStart() {
        return newResultReader(Cursor.fromStart(output, outputDirectory.path()), null);
    }

    /**
     * A reader that resumes behind the last result it handed over under that name; a new name starts with the results
     * that come from now on.
     *
     * @throws QueueLockedException if a reader of that name is open anywhere
     * @throws QueueException if the place where it was is gone
     */
    public ResultReader results(String name) {
        final StateFile state = StateFile.open(outputDirectory.path(), "reader", name);
        try {
            if (state.get(ResultReader.STATE_KNOWN) == 0) {
                state.set(ResultReader.STATE_LAST_INDEX, lastResultIndex());
                state.set(ResultReader.STATE_KNOWN, 1);
            }
            return newResultReader(behindResult(state.get(ResultReader.STATE_LAST_INDEX)), state);
        } catch (final RuntimeException e) {
            state.close();
            throw e;
        }
    }

    private ResultReader newResultReader(Cursor cursor, StateFile state) {
        return new ResultReader(cursor, outputDirectory, state, this::outputPosition);
    }

    /** The index of the last result, 0 when there is none. */
    private long lastResultIndex() {
        return RollFiles.lastIndex(output, outputDirectory.path()).orElse(0);
    }

    private Cursor behindResult(long index) {
        final Path directory = outputDirectory.path();
        return index == 0 ? Cursor.fromStart(output, directory) : Cursor.behind(output, directory, index);
    }

    /** A cursor of the input at that document, or at the start when there is none. */
    Cursor inputAt(long index) {
        return Cursor.at(input, inputDirectory.path(), index);
    }

    Cursor inputStart() {
        return Cursor.fromStart(input, inputDirectory.path());
    }

    long inputBlockSize() {
        return inputDirectory.blockSize();
    }

    @Override
    public void close() {
        try {
            input.close();
        } finally {
            output.close();
        }
    }
}
