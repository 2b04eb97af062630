package dev.sluice.perf.tier;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Times the JSON that a gateway writes and parses for some requests: the same bytes by the same library with the same
 * settings (exact numbers, every name once), outside of it.
 */
final class GatewayJson {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private GatewayJson() {}

    /** Nanoseconds for all of them, so many in a call. */
    static long nanos(Numbers numbers, int chunk) throws IOException {
        long nanos = 0;
        for (int from = 0; from < numbers.count(); from += chunk) {
            final int to = Math.min(numbers.count(), from + chunk);
            final byte[] response = items(numbers.results(), "value", from, to);
            final long start = System.nanoTime();
            final byte[] request = items(numbers.lists(), "key", from, to);
            parse(response);
            nanos += System.nanoTime() - start;
            if (request.length == 0) {
                throw new IllegalStateException("Nothing was written");
            }
        }
        return nanos;
    }

    private static byte[] items(double[][] lists, String name, int from, int to) throws IOException {
        final ByteArrayOutputStream body = new ByteArrayOutputStream(64 + 64 * (to - from));
        try (JsonGenerator json = JSON.createGenerator(body)) {
            json.writeStartObject();
            json.writeArrayFieldStart("items");
            for (int i = from; i < to; i++) {
                json.writeStartObject();
                json.writeNumberField("id", i);
                json.writeArrayFieldStart(name);
                for (final double number : lists[i]) {
                    json.writeNumber(number);
                }
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return body.toByteArray();
    }

    private static void parse(byte[] response) throws IOException {
        double sum = 0;
        for (final JsonNode item : JSON.readTree(response).path("items")) {
            for (final JsonNode number : item.path("value")) {
                sum += number.decimalValue().doubleValue();
            }
        }
        if (Double.isNaN(sum)) {
            throw new IllegalStateException("A result is no number");
        }
    }
}
