package dev.sluice.internal.queue;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.disk.QueueSpace;
import dev.sluice.internal.queue.InputQueue.Backlog;
import dev.sluice.internal.queue.document.DocumentAppender;
import dev.sluice.internal.queue.document.LaneDirectories;
import dev.sluice.internal.queue.document.QueueDirectory;
import dev.sluice.internal.queue.files.Chronicle;
import dev.sluice.internal.queue.files.Positions;
import dev.sluice.internal.queue.files.RollCycleName;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.queue.files.RollLog;
import dev.sluice.internal.queue.files.SmallFile;
import dev.sluice.internal.queue.scan.DocumentScan.RequestScan;
import dev.sluice.internal.queue.scan.DocumentScan.ResultScan;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.QueueAccess;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Lease;
import dev.sluice.transport.NamedPlace;
import dev.sluice.transport.Notices;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import net.openhft.chronicle.core.time.SystemTimeProvider;
import net.openhft.chronicle.core.time.TimeProvider;

/**
 * The input queue {@code in} and the output queue {@code out} of one directory. Opens both queues, creates missing ones, and
 * creates the readers and writers. Thread-safe, but the created readers and writers are not.
 */
public final class QueuePair implements Lane {

    private final Path path;
    private final QueueOptions options;
    private final InputQueue input;
    private final OutputQueue output;

    private QueuePair(Path path, QueueOptions options, QueueDirectory.Pair directories, TimeProvider clock) {
        this.path = path;
        this.options = options;
        this.input = new InputQueue(directories.input(), clock);
        try {
            this.output = new OutputQueue(directories.output(), clock);
        } catch (final Throwable e) {
            input.close();
            throw e;
        }
    }

    /**
     * Opens the pair in a directory, and creates the queues that do not exist. Existing queues keep their roll cycle and block
     * size.
     *
     * @throws QueueException if JVM options are missing, or the directory contains something other than a queue pair
     */
    public static QueuePair open(Path path, QueueOptions options) {
        return open(path, options, SystemTimeProvider.INSTANCE);
    }

    /**
     * Opens the pair in a directory like {@link #open(Path, QueueOptions)}, but only if it exists.
     *
     * @throws QueueException if there is no pair, or this user may not see it, or it cannot be opened
     */
    public static QueuePair openExisting(Path path, QueueOptions options) {
        checkThere(path);
        return open(path, options);
    }

    /**
     * Checks that a directory contains a pair, or at least its input queue. Opens and creates nothing.
     *
     * @throws QueueException if there is no pair, or this user may not see it
     */
    public static void checkThere(Path path) {
        final Path pair = path.toAbsolutePath().normalize();
        LaneDirectories.checkNone(pair);
        QueueAccess.checkThere(pair);
    }

    /** Opens the pair with the given clock. */
    static QueuePair open(Path path, QueueOptions options, TimeProvider clock) {
        Chronicle.checkFlags();
        Chronicle.load(); // before any other Chronicle class, because another thread may be loading those classes
        RollCycleName.parse(options.rollCycle());
        final Path pair = path.toAbsolutePath().normalize();
        return new QueuePair(pair, options, LaneDirectories.openPair(pair, options), clock);
    }

    /** Returns the absolute path of the directory that contains both queues. */
    public Path path() {
        return path;
    }

    @Override
    public String address() {
        return path.toString();
    }

    @Override
    public QueueOptions options() {
        return options;
    }

    @Override
    public UUID inputId() {
        return input.id();
    }

    @Override
    public long lastIndexNow() {
        return lastRequest().orElse(-1);
    }

    @Override
    public Position inputPosition(long index) {
        return input.position(index);
    }

    @Override
    public Position outputPosition(long index) {
        return output.position(index);
    }

    @Override
    public long inputIndex(Position position) {
        return Positions.index(position, input.chronicle().rollCycle());
    }

    @Override
    public InputWriter newWriter() {
        return newWriter(null);
    }

    @Override
    public InputWriter newWriter(String name) {
        return input.writer(name, options);
    }

    @Override
    public GatewayLock lease() {
        if (!output.directory().answers().equals(Optional.of(input.id()))) {
            throw new QueueException("the output " + output.directory().path() + " belongs to the input "
                    + output.directory().answers().map(UUID::toString).orElse("none") + ", but the input is "
                    + input.id() + ": move both away, or bring back the one that belongs to the other");
        }
        return output.lock();
    }

    @Override
    public Optional<LastAnswered> lastAnswered() {
        return output.lastAnswered();
    }

    @Override
    public OptionalLong lastRequest() {
        return input.lastRequest();
    }

    /** Measures how far the gateway is behind the jobs. */
    public Backlog backlog() {
        return input.backlog(this::lastAnswered);
    }

    @Override
    public InputReader requestsFromStart() {
        return input.fromStart();
    }

    @Override
    public long requestCount() {
        return input.count();
    }

    @Override
    public boolean hasDeletedRequests() {
        return RollLog.read(input.path()).deletedTo() >= 0;
    }

    @Override
    public boolean hasDeletedResults() {
        return RollLog.read(output.directory().path()).deletedTo() >= 0;
    }

    @Override
    public OptionalLong outputBegins() {
        return output.directory().begins();
    }

    @Override
    public Optional<UUID> answeredInput() {
        return output.directory().answers();
    }

    @Override
    public RequestScan scanRequests() {
        return input.scan();
    }

    @Override
    public RequestScan scanRequests(long from) {
        return input.scan(from);
    }

    @Override
    public ResultScan scanResults(long ofRequest) {
        return output.scan(ofRequest);
    }

    @Override
    public OptionalLong firstRequestFrom(long index) {
        return input.firstFrom(index);
    }

    @Override
    public OptionalLong firstRequestSince(long nanos) {
        return input.firstSince(nanos);
    }

    @Override
    public ResultScan scanResults() {
        return output.scan();
    }

    @Override
    public InputReader unansweredRequests(Optional<LastAnswered> last) {
        return last.map(input::behind)
                .orElseGet(() -> input.unanswered(output.directory().begins()));
    }

    /**
     * Records permanently that this output replaces a lost output, and answers no request before the first existing request of
     * the input. The earlier requests have been deleted.
     *
     * @throws IllegalStateException if the output already has results, or the lock was released
     */
    public void beginOutputWithFirstRequest(GatewayLock lock) {
        lock.checkHeld();
        if (lastAnswered().isPresent()) {
            throw new IllegalStateException(output.directory().path() + " answers requests already");
        }
        final OptionalLong first = input.firstRequest();
        if (first.isPresent()) {
            try {
                output.directory().begin(first.getAsLong());
            } catch (final IOException e) {
                throw new QueueException("cannot write to " + output.directory().path() + ": " + e.getMessage(), e);
            }
        }
    }

    @Override
    public OutputWriter resultWriter(Lease lock, Optional<LastAnswered> last) {
        lock.checkHeld();
        final DocumentAppender appender = output.appender(options.diskReserve());
        appender.files().alsoForce(RollFiles.newestFirst(output.directory().path()));
        return new OutputWriter(appender, last, options.syncMode());
    }

    @Override
    public Notices gatewayNotices() {
        return new FileNotices(name -> output.directory().path().resolve("gateway-" + name), SmallFile::replace);
    }

    @Override
    public Notices controlNotices() {
        return new FileNotices(
                name -> output.directory().path().resolve("control-" + name), SmallFile::replaceAmongOthers);
    }

    @Override
    public long requestsBetween(long from, long behind) {
        return input.between(from, behind);
    }

    @Override
    public long[] requestsSince(long... nanos) {
        return input.countSince(nanos);
    }

    @Override
    public long[] resultsSince(long... nanos) {
        return output.countSince(nanos);
    }

    @Override
    public OptionalLong firstReadSince(long nanos) {
        return output.firstReadSince(nanos);
    }

    @Override
    public ResultScan lastResults(long count) {
        return output.scanLast(count);
    }

    @Override
    public ResultScan scanResultsSince(long nanos) {
        return output.scanSince(nanos);
    }

    @Override
    public List<NamedPlace> places() {
        return NamedPlaces.of(input.directory().path(), output.directory().path());
    }

    @Override
    public List<Long> writingProcesses() {
        return input.writingProcesses();
    }

    @Override
    public long noted(int place) {
        return output.noted(place);
    }

    @Override
    public Space space() {
        final QueueSpace space = new QueueSpace(path);
        return new Space(space.length("in"), space.length("out"), space.usable());
    }

    @Override
    public long waiting() {
        return backlog().waiting();
    }

    @Override
    public Optional<Holder> gateway() {
        return GatewayLock.look(path);
    }

    @Override
    public boolean hasWriter(String name) {
        return input.hasWriter(name);
    }

    @Override
    public OutputReader newResults() {
        return output.newResults();
    }

    @Override
    public List<String> runs() {
        return output.runs();
    }

    @Override
    public OutputPlace run(String name) {
        return output.run(name, input::from);
    }

    @Override
    public Notices runMarks() {
        return new FileNotices(output::runFile, SmallFile::replace);
    }

    /** Returns the input queue. */
    public InputQueue input() {
        return input;
    }

    /** Returns the output queue. */
    public OutputQueue output() {
        return output;
    }

    /** Returns a reader that begins with the first result that still exists. */
    public OutputReader resultsFromStart() {
        return output.resultsFromStart();
    }

    @Override
    public OutputReader results(String name) {
        return output.results(name);
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
