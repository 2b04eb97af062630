package dev.sluice.service.exchange;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import dev.sluice.api.Position;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * Converts records to JSON objects whose members are named after the record components. Times, positions and paths become text,
 * durations become seconds, and empty optionals are left out.
 */
public final class Json {

    private static final double MILLIS = 1e3;
    private static final ObjectMapper MAPPER = mapper();

    private Json() {}

    private static ObjectMapper mapper() {
        final ObjectMapper mapper = new ObjectMapper();
        mapper.configOverride(Optional.class)
                .setInclude(JsonInclude.Value.construct(Include.NON_EMPTY, Include.ALWAYS));
        return mapper.registerModule(new SimpleModule()
                .addSerializer(as(Optional.class, value -> ((Optional<?>) value).orElse(null)))
                .addSerializer(as(Duration.class, duration -> duration.toMillis() / MILLIS))
                .addSerializer(new ToStringSerializer(Path.class))
                .addSerializer(new ToStringSerializer(Position.class))
                .addSerializer(new ToStringSerializer(Instant.class)));
    }

    private static <T> StdDelegatingSerializer as(Class<T> type, Function<T, Object> shown) {
        return new StdDelegatingSerializer(type, new StdConverter<T, Object>() {
            @Override
            public Object convert(T value) {
                return shown.apply(value);
            }
        });
    }

    /** Returns an object without members. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** Parses JSON in UTF-8; returns a missing node if there are no bytes. */
    public static JsonNode read(byte[] text) throws IOException {
        return MAPPER.readTree(text);
    }

    /** Converts a record or a map to an object, and a list to an array. */
    public static <N extends JsonNode> N of(Object value) {
        return MAPPER.valueToTree(value);
    }
}
