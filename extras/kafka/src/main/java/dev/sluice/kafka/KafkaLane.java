package dev.sluice.kafka;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.kafka.Claims.Claim;
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
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * An open lane on Kafka. It consists of a partition of the topic of requests, and of the partition with the same number of the
 * topic of results. The index of a message is its offset.
 */
final class KafkaLane implements Lane {

    private static final String GATEWAY_NOTICE = "gateway-notice";
    private static final String CONTROL_NOTICE = "control-notice";
    private static final String RUN_MARK = "run-mark";
    /** The maximum number of requests that are counted one by one. Larger numbers are the difference of the offsets. */
    private static final long COUNTED = 500;
    /**
     * The pause between queries for more results. Without the pause, a reader of both requests and results would send a query at
     * each unanswered request.
     */
    private static final long RESULTS_PAUSE_NANOS = 20_000_000;

    private final LaneLogs logs;
    private final PartitionLog requests;
    private final PartitionLog results;
    private final Control control;
    private final int largestResult;

    /** @param logs closed together with this lane */
    KafkaLane(LaneLogs logs, int largestResult) {
        this.logs = logs;
        this.requests = logs.requestLog();
        this.results = logs.resultLog();
        this.control = logs.control();
        this.largestResult = largestResult;
    }

    LaneLogs logs() {
        return logs;
    }

    @Override
    public String address() {
        return logs.address().toString();
    }

    @Override
    public QueueOptions options() {
        return logs.options();
    }

    @Override
    public RequestWriter newWriter() {
        return KafkaWriter.open(logs);
    }

    @Override
    public RequestWriter newWriter(String name) {
        return named(KafkaWriter.KIND, name, taken -> KafkaWriter.open(logs, taken));
    }

    /** Reserves a name, and releases it again if the writer, reader or run cannot be opened. */
    private <T> T named(String kind, String name, Function<String, T> opening) {
        OpenNames.take(logs.inputId(), kind, name);
        try {
            logs.noteLanes();
            return opening.apply(name);
        } catch (final RuntimeException e) {
            OpenNames.giveBack(logs.inputId(), kind, name);
            throw e;
        }
    }

    @Override
    public boolean hasWriter(String name) {
        return control.get(KafkaWriter.KIND, name).isPresent();
    }

    @Override
    public OptionalLong lastRequest() {
        final Optional<ConsumerRecord<byte[], byte[]>> last =
                requests.last(message -> Claim.of(message).isEmpty());
        if (last.isPresent()) {
            return OptionalLong.of(last.get().offset());
        }
        // All requests were deleted, or there were only claims.
        return hasDeletedRequests() ? OptionalLong.of(requests.end() - 1) : OptionalLong.empty();
    }

    @Override
    public RequestReader requestsFromStart() {
        return logs.requestsFrom(0, Claims.from("", Claims.NONE));
    }

    @Override
    public RequestReader unansweredRequests(Optional<LastAnswered> last) {
        return logs.unanswered(firstUnanswered(last));
    }

    @Override
    public RequestReader waitingRequests(Optional<LastAnswered> last) {
        final long first = firstUnanswered(last);
        return logs.requestsFrom(first, Claims.before(first, control));
    }

    private long firstUnanswered(Optional<LastAnswered> last) {
        final long from = last.map(LastAnswered::requestIndex).orElse(-1L) + 1;
        final long begin = requests.begin();
        final long end = requests.end();
        if (from > end) {
            throw new QueueException("the last result of " + results.partition() + " answers offset " + (from - 1)
                    + " of " + requests.partition() + ", which ends at " + end
                    + ": requests are missing, or the results answer other requests");
        } else if (from < begin) {
            throw new QueueException("the requests from offset " + from + " on have no result, but were deleted: "
                    + requests.partition() + " begins at " + begin);
        }
        return from;
    }

    @Override
    public Optional<LastAnswered> lastAnswered() {
        return logs.lastAnswered();
    }

    @Override
    public ResultReader newResults() {
        return KafkaResultReader.after(logs, logs.lastPlace());
    }

    @Override
    public ResultReader results(String name) {
        return named(KafkaResultReader.KIND, name, taken -> KafkaResultReader.named(logs, taken));
    }

    @Override
    public List<String> runs() {
        return new RunKeys(logs, RunKeys.PLACE).runs();
    }

    @Override
    public RunPlace run(String name) {
        return named(RunKeys.PLACE, name, taken -> new KafkaRun(logs, taken));
    }

    @Override
    public Notices runMarks() {
        return new RunKeys(logs, RUN_MARK);
    }

    @Override
    public Notices gatewayNotices() {
        return new KafkaNotices(control, GATEWAY_NOTICE);
    }

    @Override
    public Notices controlNotices() {
        return new KafkaNotices(control, CONTROL_NOTICE);
    }

    @Override
    public Lease lease() {
        return KafkaLease.take(logs);
    }

    @Override
    public ResultWriter resultWriter(Lease lease, Optional<LastAnswered> last) {
        Claims.forget(last.map(LastAnswered::requestIndex).orElse(-1L) + 1, control);
        return new KafkaResultWriter(logs, (KafkaLease) lease, largestResult, last);
    }

    @Override
    public OptionalLong outputBegins() {
        return OptionalLong.empty();
    }

    @Override
    public long waiting() {
        return requestsBetween(
                Math.max(
                        requests.begin(),
                        lastAnswered().map(LastAnswered::requestIndex).orElse(-1L) + 1),
                requests.end());
    }

    /**
     * Counts small ranges exactly. For a large range, returns the difference of the offsets, which also counts claims of runs and
     * the transaction markers of other programs.
     */
    @Override
    public long requestsBetween(long from, long behind) {
        final long most = Math.max(0, behind - from);
        if (most == 0 || most > COUNTED) {
            return most;
        }
        long count = 0;
        try (RecordedRequests scan = KafkaScan.requests(requests.range(from, behind))) {
            while (scan.next()) {
                count++;
            }
        }
        return count;
    }

    @Override
    public long[] requestsSince(long... nanos) {
        final long end = requests.end();
        return Arrays.stream(nanos)
                .map(since -> requestsBetween(firstRequestSince(since).orElse(end), end))
                .toArray();
    }

    @Override
    public long[] resultsSince(long... nanos) {
        final long last = logs.lastPlace().sequence();
        return Arrays.stream(nanos)
                .map(since -> results.firstFrom(resultSince(since))
                        .map(first -> last - KafkaScan.number(first) + 1)
                        .orElse(0L))
                .toArray();
    }

    private long resultSince(long nanos) {
        return results.search(result -> Stamps.resultWritten(result) >= nanos);
    }

    @Override
    public OptionalLong firstReadSince(long nanos) {
        final long at = results.search(result -> Stamps.time(result, 1) >= nanos);
        return results.firstFrom(at)
                .map(first -> OptionalLong.of(Stamps.answered(first)))
                .orElse(OptionalLong.empty());
    }

    @Override
    public RecordedResults lastResults(long count) {
        final long last = logs.lastPlace().sequence();
        return scanResultsFrom(results.search(result -> KafkaScan.number(result) > last - count));
    }

    @Override
    public RecordedResults scanResultsSince(long nanos) {
        return scanResultsFrom(resultSince(nanos));
    }

    private RecordedResults scanResultsFrom(long offset) {
        return KafkaScan.results(results.follow(offset, RESULTS_PAUSE_NANOS));
    }

    @Override
    public List<NamedPlace> places() {
        return NamedPlaces.of(logs);
    }

    /** Returns an empty list, because Kafka does not report which processes write. */
    @Override
    public List<Long> writingProcesses() {
        return List.of();
    }

    @Override
    public long noted(int place) {
        control.flush();
        return KafkaLease.numbers(logs)[place];
    }

    @Override
    public Space space() {
        return new Topics(logs.brokers(), logs.address()).space(logs.address().partition());
    }

    @Override
    public Optional<Holder> gateway() {
        return KafkaLease.holder(logs);
    }

    @Override
    public UUID inputId() {
        return logs.inputId();
    }

    /** Returns the stored id of the input queue that the results answer. If there is no result yet, returns {@link #inputId}. */
    @Override
    public Optional<UUID> answeredInput() {
        return results.last(result -> true).isPresent() ? logs.answeredInput() : Optional.of(inputId());
    }

    @Override
    public Position inputPosition(long index) {
        return new Position(logs.address().partition(), index);
    }

    @Override
    public Position outputPosition(long index) {
        return new Position(logs.address().partition(), index);
    }

    @Override
    public long inputIndex(Position position) {
        if (position.cycle() != logs.address().partition()) {
            throw new IllegalArgumentException(position + " is not on this lane, whose positions begin with "
                    + logs.address().partition() + ":");
        }
        return position.sequence();
    }

    @Override
    public long lastIndexNow() {
        return requests.end() - 1;
    }

    @Override
    public long requestCount() {
        return requests.end() - requests.begin();
    }

    @Override
    public boolean hasDeletedRequests() {
        return requests.begin() > 0;
    }

    @Override
    public boolean hasDeletedResults() {
        return results.begin() > 0;
    }

    @Override
    public OptionalLong firstRequestSince(long nanos) {
        try (RecordedRequests scan = scanRequests(requests.since(nanos / 1_000_000))) {
            while (scan.next()) {
                if (scan.writtenNanos() >= nanos) {
                    return OptionalLong.of(scan.index());
                }
            }
        }
        return OptionalLong.empty();
    }

    @Override
    public OptionalLong firstRequestFrom(long index) {
        try (RecordedRequests scan = scanRequests(index)) {
            return scan.next() ? OptionalLong.of(scan.index()) : OptionalLong.empty();
        }
    }

    @Override
    public RecordedRequests scanRequests() {
        return scanRequests(0);
    }

    @Override
    public RecordedRequests scanRequests(long from) {
        return KafkaScan.requests(requests.follow(Math.max(from, requests.begin()), 0));
    }

    @Override
    public RecordedResults scanResults() {
        return scanResultsFrom(results.begin());
    }

    @Override
    public RecordedResults scanResults(long ofRequest) {
        return scanResultsFrom(results.search(result -> Stamps.answered(result) >= ofRequest));
    }

    @Override
    public void close() {
        logs.close();
    }
}
