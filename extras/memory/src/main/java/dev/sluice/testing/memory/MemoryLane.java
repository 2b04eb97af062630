package dev.sluice.testing.memory;

import dev.sluice.api.Position;
import dev.sluice.api.QueueOptions;
import dev.sluice.testing.memory.MemoryLog.WriterState;
import dev.sluice.testing.memory.MemoryLog.Written;
import dev.sluice.transport.Holder;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Lease;
import dev.sluice.transport.NamedPlace;
import dev.sluice.transport.Notices;
import dev.sluice.transport.RecordedRequests;
import dev.sluice.transport.RecordedResults;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.RequestWriter;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.ResultWriter;
import dev.sluice.transport.RunPlace;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A handle to a lane in memory. */
public final class MemoryLane implements Lane {

    private final String address;
    private final QueueOptions options;
    private final MemoryLog log;

    public MemoryLane(String address, QueueOptions options, MemoryLog log) {
        this.address = address;
        this.options = options;
        this.log = log;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public QueueOptions options() {
        return options;
    }

    @Override
    public RequestWriter newWriter() {
        return new MemoryWriter(log, new WriterState(), null, options.requestLimit());
    }

    @Override
    public RequestWriter newWriter(String name) {
        log.take(MemoryWriter.KIND, name);
        return new MemoryWriter(log, log.writer(name), name, options.requestLimit());
    }

    @Override
    public boolean hasWriter(String name) {
        return log.hasWriter(name);
    }

    @Override
    public OptionalLong lastRequest() {
        final int requests = log.requests();
        return requests == 0 ? OptionalLong.empty() : OptionalLong.of(requests - 1L);
    }

    @Override
    public RequestReader requestsFromStart() {
        return new MemoryRequestReader(log, 0);
    }

    @Override
    public RequestReader unansweredRequests(Optional<LastAnswered> last) {
        return new MemoryRequestReader(log, last.map(LastAnswered::requestIndex).orElse(-1L) + 1);
    }

    @Override
    public Optional<LastAnswered> lastAnswered() {
        return log.lastAnswered();
    }

    @Override
    public ResultReader newResults() {
        return MemoryResultReader.from(log, log.results());
    }

    @Override
    public ResultReader results(String name) {
        log.take(MemoryResultReader.KIND, name);
        return new MemoryResultReader(log, log.reader(name), name);
    }

    @Override
    public List<String> runs() {
        return log.runs();
    }

    @Override
    public RunPlace run(String name) {
        log.take(MemoryRun.KIND, name);
        return new MemoryRun(log, name);
    }

    @Override
    public Notices runMarks() {
        return log.runMarks();
    }

    @Override
    public Notices gatewayNotices() {
        return log.gatewayNotices();
    }

    @Override
    public Notices controlNotices() {
        return log.controlNotices();
    }

    @Override
    public Lease lease() {
        return MemoryLease.take(log);
    }

    @Override
    public ResultWriter resultWriter(Lease lease, Optional<LastAnswered> last) {
        lease.checkHeld();
        return new MemoryResultWriter(log, last);
    }

    @Override
    public OptionalLong outputBegins() {
        return OptionalLong.empty();
    }

    @Override
    public long waiting() {
        return log.requests() - (lastAnswered().map(LastAnswered::requestIndex).orElse(-1L) + 1);
    }

    @Override
    public long requestsBetween(long from, long behind) {
        return Math.max(0, behind - from);
    }

    @Override
    public long[] requestsSince(long... nanos) {
        return Arrays.stream(nanos).map(since -> requestsFrom(since).count()).toArray();
    }

    @Override
    public long[] resultsSince(long... nanos) {
        return Arrays.stream(nanos)
                .map(since -> results(result -> result.writtenNanos() >= since).count())
                .toArray();
    }

    private IntStream requestsFrom(long nanos) {
        return IntStream.range(0, log.requests())
                .filter(index -> log.request(index).writtenNanos() >= nanos);
    }

    private IntStream results(Predicate<Written> which) {
        return IntStream.range(0, log.results()).filter(index -> which.test(log.result(index)));
    }

    private RecordedResults scanFrom(Predicate<Written> first) {
        return MemoryScan.results(log, results(first).findFirst().orElse(log.results()));
    }

    @Override
    public OptionalLong firstReadSince(long nanos) {
        return results(result -> result.nanos(1) >= nanos)
                .mapToLong(index -> log.result(index).requestIndex())
                .findFirst();
    }

    @Override
    public RecordedResults lastResults(long count) {
        return MemoryScan.results(log, Math.max(0, log.results() - count));
    }

    @Override
    public RecordedResults scanResultsSince(long nanos) {
        return scanFrom(result -> result.writtenNanos() >= nanos);
    }

    @Override
    public List<NamedPlace> places() {
        return log.places();
    }

    /** Returns an empty list: all writers are in this process, and the lane does not track open writers. */
    @Override
    public List<Long> writingProcesses() {
        return List.of();
    }

    @Override
    public long noted(int place) {
        return log.number(MemoryLease.NOTES, place);
    }

    @Override
    public Space space() {
        return new Space(0, 0, Runtime.getRuntime().maxMemory());
    }

    @Override
    public Optional<Holder> gateway() {
        return log.servedSince().map(since -> new Holder(ProcessHandle.current().pid(), since, true));
    }

    @Override
    public UUID inputId() {
        return log.id();
    }

    @Override
    public Optional<UUID> answeredInput() {
        return Optional.of(log.id());
    }

    @Override
    public Position inputPosition(long index) {
        return new Position(0, index);
    }

    @Override
    public Position outputPosition(long index) {
        return new Position(0, index);
    }

    @Override
    public long inputIndex(Position position) {
        if (position.cycle() != 0) {
            throw new IllegalArgumentException(position + " is no position in memory: such positions begin with 0:");
        }
        return position.sequence();
    }

    @Override
    public long lastIndexNow() {
        return log.requests() - 1L;
    }

    @Override
    public long requestCount() {
        return log.requests();
    }

    @Override
    public boolean hasDeletedRequests() {
        return false;
    }

    @Override
    public boolean hasDeletedResults() {
        return false;
    }

    @Override
    public OptionalLong firstRequestSince(long nanos) {
        return requestsFrom(nanos).asLongStream().findFirst();
    }

    @Override
    public OptionalLong firstRequestFrom(long index) {
        return index < log.requests() ? OptionalLong.of(Math.max(0, index)) : OptionalLong.empty();
    }

    @Override
    public RecordedRequests scanRequests() {
        return scanRequests(0);
    }

    @Override
    public RecordedRequests scanRequests(long from) {
        return MemoryScan.requests(log, from);
    }

    @Override
    public RecordedResults scanResults() {
        return MemoryScan.results(log, 0);
    }

    @Override
    public RecordedResults scanResults(long ofRequest) {
        return scanFrom(result -> result.requestIndex() >= ofRequest);
    }

    @Override
    public void close() {
        // like files, the log outlives the handle
    }
}
