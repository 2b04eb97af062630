package dev.sluice.service.admin;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.service.cache.LookupCaches.Asked;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.Counts;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.Histogram;
import dev.sluice.service.core.OperationCounts;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A gateway as it is seen from outside. Any thread may ask; nothing here waits for the service thread, nor it for this.
 *
 * @param counts of everything that is configured, from the start; their times are by {@link System#nanoTime()}
 * @param caches what each cache came to, by the name of its lookup
 * @param backlog counts the requests on the input that have no result, in up to some hundred microseconds; throws if the queues
 *     cannot be read just now
 * @param stopping whether it was told to stop
 * @param diskFull whether results are held because the disk has reached its reserve
 * @param startNanos when it began to open everything
 */
public record Observed(
        GatewayConfig config,
        GatewayCounts counts,
        Map<String, Counts<Asked>> caches,
        LongSupplier backlog,
        BooleanSupplier stopping,
        BooleanSupplier diskFull,
        long startNanos) {

    /** The requests that were read and have no result yet. */
    long inHand() {
        final long written = counts.written(); // before read, so that it is never negative
        return counts.requests().stream().mapToLong(OperationCounts::requests).sum() - written;
    }

    /** Sums up the gateway's work since it started, as JSON. */
    public String summary() {
        final Histogram chunks = counts.chunkSizes();
        final ObjectNode summary = new ObjectMapper()
                .createObjectNode()
                .put("seconds", (System.nanoTime() - startNanos) / 1e9)
                .put("requests", counts.read())
                .put("results", counts.written())
                .put("chunks", chunks.count())
                .put("largestChunk", counts.largestChunk())
                .put("readCalls", counts.calls(Count.READ_CALLS))
                .put("readQuestions", counts.calls(Count.READ_QUESTIONS))
                .put("updateCalls", counts.calls(Count.UPDATE_CALLS))
                .put("updateQuestions", counts.calls(Count.UPDATE_QUESTIONS))
                .put("trips", counts.calls(Count.TRIPS));
        final ObjectNode sizes = summary.putObject("chunkSizes");
        for (int bucket = 0; bucket < chunks.size(); bucket++) {
            if (chunks.count(bucket) > 0) {
                sizes.put(String.valueOf(chunks.bound(bucket)), chunks.count(bucket));
            }
        }
        if (!caches.isEmpty()) {
            final ObjectNode kept = summary.putObject("caches");
            caches.forEach((lookup, cache) ->
                    kept.putObject(lookup).put("hits", cache.get(Asked.HIT)).put("misses", cache.get(Asked.MISS)));
        }
        return summary.toPrettyString();
    }
}
