package dev.sluice.service.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.internal.disk.QueueSpace;
import dev.sluice.service.cache.LookupCaches.CacheResult;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.Counts;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.Histogram;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.exchange.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * A view of a gateway's lane for health checks, metrics and pages. Any thread may read it. Readers and the service thread never
 * wait for each other.
 *
 * @param gateway the name of the gateway that serves the lane
 * @param lane the lane's number; empty if the queues have only one lane
 * @param counts the counts since the lane was opened; their times are by {@link System#nanoTime()}
 * @param caches the hits and misses of each cache, by the name of its lookup
 * @param commits the number of commits that made results visible
 * @param commitNanos the total time of these commits
 * @param backlog counts the requests without a result, which takes at most some hundred microseconds; throws an exception if the
 *     queues cannot be read at the moment
 * @param stopping whether the gateway is stopping
 * @param diskFull whether results are held because the free disk space has fallen to the reserve
 * @param failure why the lane's service thread has ended; empty while it runs
 * @param holdsUp a text that says which command of an operator holds requests up, and which command revokes it; empty if no
 *     command does
 * @param startNanos when the lane began to open, by {@link System#nanoTime()}
 */
public record Observed(
        GatewayConfig config,
        String gateway,
        String lane,
        GatewayCounts counts,
        Map<String, Counts<CacheResult>> caches,
        LongSupplier commits,
        LongSupplier commitNanos,
        LongSupplier backlog,
        BooleanSupplier stopping,
        BooleanSupplier diskFull,
        Supplier<Optional<String>> failure,
        Supplier<Optional<String>> holdsUp,
        long startNanos) {

    private static final double NANOS = 1e9;

    /** Returns the address of the lane. */
    public String address() {
        return config.queues().address();
    }

    /** Returns the number of requests that were read and have no result yet. */
    public long inHand() {
        final long written = counts.written(); // is read before the requests, so that the difference is never negative
        return counts.requests().stream().mapToLong(OperationCounts::requests).sum() - written;
    }

    /** Returns the age of the oldest request in progress; empty if there is none. */
    public Optional<Duration> oldest() {
        final long oldest = counts.oldestNanos();
        return oldest == 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.max(0, System.currentTimeMillis() * 1_000_000 - oldest)));
    }

    /**
     * Returns the disk space of the lane's queues; empty for any transport but a directory, because other transports have metrics
     * for it.
     */
    public Optional<QueueSpace> space() {
        return Format.isPath(address())
                ? Optional.of(new QueueSpace(config.queues().path()))
                : Optional.empty();
    }

    /**
     * Returns the counts since the start: the sums over all lanes and, if there are several, each lane's own; an empty object if
     * there is no lane.
     */
    public static ObjectNode total(List<Observed> lanes) {
        if (lanes.isEmpty()) {
            return Json.object();
        }
        final ObjectNode summary = sum(lanes);
        if (lanes.size() > 1) {
            final ArrayNode each = summary.putArray("lanes");
            lanes.forEach(lane -> each.add(sum(List.of(lane))));
        }
        return summary;
    }

    private static ObjectNode sum(List<Observed> lanes) {
        final Histogram chunks = lanes.stream()
                .map(lane -> lane.counts.chunkSizes())
                .reduce(Histogram.ofSizes(), (sum, its) -> sum.with(its, Long::sum));
        final IntStream largest = lanes.stream().mapToInt(lane -> lane.counts.largestChunk());
        final ObjectNode summary = Json.object()
                .put("seconds", (System.nanoTime() - lanes.get(0).startNanos) / NANOS)
                .put("requests", chunks.sum())
                .put("results", of(lanes, GatewayCounts::written))
                .put("chunks", chunks.count())
                .put("largestChunk", largest.max().orElse(0))
                .put("readCalls", calls(lanes, Count.READ_CALLS))
                .put("readQuestions", calls(lanes, Count.READ_QUESTIONS))
                .put("updateCalls", calls(lanes, Count.UPDATE_CALLS))
                .put("updateQuestions", calls(lanes, Count.UPDATE_QUESTIONS))
                .put("trips", calls(lanes, Count.TRIPS));
        final ObjectNode sizes = summary.putObject("chunkSizes");
        for (int bucket = 0; bucket < chunks.size(); bucket++) {
            if (chunks.count(bucket) > 0) {
                sizes.put(String.valueOf(chunks.bound(bucket)), chunks.count(bucket));
            }
        }
        for (final String lookup : lanes.get(0).caches.keySet()) {
            summary.withObject("/caches")
                    .putObject(lookup)
                    .put("hits", cache(lanes, lookup, CacheResult.HIT))
                    .put("misses", cache(lanes, lookup, CacheResult.MISS));
        }
        return summary;
    }

    private static long of(List<Observed> lanes, ToLongFunction<GatewayCounts> what) {
        return lanes.stream().mapToLong(lane -> what.applyAsLong(lane.counts)).sum();
    }

    private static long calls(List<Observed> lanes, Count what) {
        return of(lanes, counts -> counts.calls(what));
    }

    private static long cache(List<Observed> lanes, String lookup, CacheResult what) {
        return lanes.stream()
                .mapToLong(lane -> lane.caches.get(lookup).get(what))
                .sum();
    }
}
