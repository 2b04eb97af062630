package dev.sluice.service;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.service.cache.LookupCaches;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** What a run of the gateway came to, as JSON. */
final class Summary {

    private static final int POWERS = 15;

    private Summary() {}

    static void write(Path file, GatewayCounts counts, Map<String, LookupCaches.Counts> caches, long nanos)
            throws IOException {
        Files.writeString(file, of(counts, caches, nanos) + "\n");
    }

    /** The same as text. */
    static String of(GatewayCounts counts, Map<String, LookupCaches.Counts> caches, long nanos) {
        final ObjectMapper mapper = new ObjectMapper();
        final ObjectNode summary = mapper.createObjectNode()
                .put("seconds", nanos / 1e9)
                .put("requests", counts.read())
                .put("results", counts.written())
                .put("chunks", counts.chunks())
                .put("largestChunk", counts.largestChunk())
                .put("readCalls", counts.calls().readCalls())
                .put("readQuestions", counts.calls().readQuestions())
                .put("updateCalls", counts.calls().updateCalls())
                .put("updateQuestions", counts.calls().updateQuestions())
                .put("trips", counts.calls().trips());
        final ObjectNode sizes = summary.putObject("chunkSizes");
        for (int power = 0; power < POWERS; power++) {
            if (counts.chunksUpTo(power) > 0) {
                sizes.put(String.valueOf(1 << power), counts.chunksUpTo(power));
            }
        }
        if (!caches.isEmpty()) {
            final ObjectNode kept = summary.putObject("caches");
            caches.forEach((lookup, cache) ->
                    kept.putObject(lookup).put("hits", cache.hits()).put("misses", cache.misses()));
        }
        return summary.toPrettyString();
    }
}
