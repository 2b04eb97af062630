package dev.sluice.examples.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the gateway says about its run when it stops.
 *
 * @param readCalls the calls that asked
 * @param updateCalls the runs of updates
 * @param questions what they asked: equal keys of a chunk are asked once
 * @param trips round trips to the database and to services
 * @param chunkSizes how many chunks had at most that many requests, and more than the next smaller
 */
record GatewaySummary(
        long results,
        long chunks,
        long largestChunk,
        long readCalls,
        long updateCalls,
        long questions,
        long trips,
        SortedMap<Long, Long> chunkSizes) {

    /** Of a gateway that was stopped while it started, as nobody needed it. */
    private static final GatewaySummary NOTHING = new GatewaySummary(0, 0, 0, 0, 0, 0, 0, Collections.emptySortedMap());

    /**
     * Reads a summary.
     *
     * @param needed whether the gateway had something to do, and must have left one
     */
    static GatewaySummary read(Path file, boolean needed) throws IOException {
        if (!Files.exists(file)) {
            if (!needed) {
                return NOTHING;
            }
            throw new DemoException("the gateway was stopped and left no " + file + "; its log is beside it");
        }
        return of(Files.readString(file));
    }

    /** A summary from its text. */
    static GatewaySummary of(String text) throws IOException {
        final JsonNode json = new ObjectMapper().readTree(text);
        final SortedMap<Long, Long> sizes = new TreeMap<>();
        for (final Map.Entry<String, JsonNode> size : json.path("chunkSizes").properties()) {
            sizes.put(
                    Long.valueOf(size.getKey().replace("upTo", "")),
                    size.getValue().asLong());
        }
        return new GatewaySummary(
                json.path("results").asLong(),
                json.path("chunks").asLong(),
                json.path("largestChunk").asLong(),
                json.path("readCalls").asLong(),
                json.path("updateCalls").asLong(),
                json.path("readQuestions").asLong()
                        + json.path("updateQuestions").asLong(),
                json.path("trips").asLong(),
                sizes);
    }

    long calls() {
        return readCalls + updateCalls;
    }

    /** The median size of a chunk, as an upper bound; 0 when there were none. */
    long medianChunk() {
        long seen = 0;
        for (final Map.Entry<Long, Long> size : chunkSizes.entrySet()) {
            seen += size.getValue();
            if (2 * seen >= chunks) {
                return Math.min(size.getKey(), largestChunk);
            }
        }
        return 0;
    }
}
