package dev.sluice.replay.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * The last line of an export file, without which it is not whole.
 *
 * @param requests documents of the input
 * @param results documents of the output
 * @param blocks they stand in
 * @param first the position of the first request; empty if there is none
 * @param last the position of the last one
 * @param sha256 of everything before this line, unpacked: hexadecimal
 */
public record Trailer(long requests, long results, long blocks, String first, String last, String sha256) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    String line() {
        return MAPPER.createObjectNode()
                .put("requests", requests)
                .put("results", results)
                .put("blocks", blocks)
                .put("first", first)
                .put("last", last)
                .put("sha256", sha256)
                .toString();
    }

    /** Throws IllegalArgumentException if it is none. */
    static Trailer parse(String line) {
        try {
            final JsonNode node = MAPPER.readTree(line);
            return new Trailer(
                    node.path("requests").asLong(-1),
                    node.path("results").asLong(-1),
                    node.path("blocks").asLong(-1),
                    node.path("first").asText(),
                    node.path("last").asText(),
                    node.path("sha256").asText());
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("its last line is no JSON", e);
        }
    }
}
