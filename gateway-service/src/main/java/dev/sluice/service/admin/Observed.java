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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * A gateway's lane as it is seen from outside. Any thread may ask; nothing here waits for the service thread, nor it for this.
 *
 * @param gateway the name of the gateway that it is a lane of
 * @param lane its number; empty where there is one
 * @param counts of everything that is configured, from the start; their times are by {@link System#nanoTime()}
 * @param caches what each cache came to, by the name of its lookup
 * @param commits how many made results visible
 * @param commitNanos how long these took
 * @param backlog counts the requests on the input that have no result, in up to some hundred microseconds; throws if the queues
 *     cannot be read just now
 * @param stopping whether it was told to stop
 * @param diskFull whether results are held because the disk has reached its reserve
 * @param failure why its service thread has ended, if it has
 * @param holdsUp what an operator wants that holds requests up, in words, with the command that takes it back
 * @param startNanos when it began to open everything
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

    /** The address of the lane. */
    public String address() {
        return config.queues().address();
    }

    /** The requests that were read and have no result yet. */
    public long inHand() {
        final long written = counts.written(); // before read, so that it is never negative
        return counts.requests().stream().mapToLong(OperationCounts::requests).sum() - written;
    }

    /** The age of the oldest request in hand, in seconds; 0 without one. */
    public double oldestSeconds() {
        final long oldest = counts.oldestNanos();
        return oldest == 0 ? 0 : Math.max(0, System.currentTimeMillis() * 1e6 - oldest) / NANOS;
    }

    /** The space of its queues; empty on another transport, whose own metrics say more. */
    public Optional<QueueSpace> space() {
        return Format.isPath(address())
                ? Optional.of(new QueueSpace(config.queues().path()))
                : Optional.empty();
    }

    /** Sums up the lanes' work since the start; by lane, too, where there are several. Without a lane nothing is in it. */
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
        final ObjectNode summary = Json.object()
                .put("seconds", (System.nanoTime() - lanes.get(0).startNanos) / NANOS)
                .put("requests", of(lanes, GatewayCounts::read))
                .put("results", of(lanes, GatewayCounts::written))
                .put("chunks", of(lanes, counts -> counts.chunkSizes().count()))
                .put(
                        "largestChunk",
                        lanes.stream()
                                .mapToLong(lane -> lane.counts.largestChunk())
                                .max()
                                .orElse(0))
                .put("readCalls", calls(lanes, Count.READ_CALLS))
                .put("readQuestions", calls(lanes, Count.READ_QUESTIONS))
                .put("updateCalls", calls(lanes, Count.UPDATE_CALLS))
                .put("updateQuestions", calls(lanes, Count.UPDATE_QUESTIONS))
                .put("trips", calls(lanes, Count.TRIPS));
        final ObjectNode sizes = summary.putObject("chunkSizes");
        final Histogram bounds = lanes.get(0).counts.chunkSizes();
        for (int bucket = 0; bucket < bounds.size(); bucket++) {
            final int its = bucket;
            final long chunks = of(lanes, counts -> counts.chunkSizes().count(its));
            if (chunks > 0) {
                sizes.put(String.valueOf(bounds.bound(bucket)), chunks);
            }
        }
        if (!lanes.get(0).caches.isEmpty()) {
            final ObjectNode kept = summary.putObject("caches");
            lanes.get(0)
                    .caches
                    .keySet()
                    .forEach(lookup -> kept.putObject(lookup)
                            .put("hits", cache(lanes, lookup, CacheResult.HIT))
                            .put("misses", cache(lanes, lookup, CacheResult.MISS)));
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
