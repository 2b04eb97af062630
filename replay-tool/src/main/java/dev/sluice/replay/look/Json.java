package dev.sluice.replay.look;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.sluice.api.Position;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** Records as JSON, by the names of their components: times and positions are text, and what is empty is left out. */
final class Json {

    private static final ObjectMapper MAPPER = mapper();

    private static final class OptionalSerializer extends StdSerializer<Optional<?>> {
        private static final long serialVersionUID = 1;

        OptionalSerializer() {
            super(Optional.class, false);
        }

        @Override
        public boolean isEmpty(SerializerProvider provider, Optional<?> value) {
            return value.isEmpty();
        }

        @Override
        public void serialize(Optional<?> value, JsonGenerator out, SerializerProvider provider) throws IOException {
            provider.defaultSerializeValue(value.orElse(null), out);
        }
    }

    private Json() {}

    private static ObjectMapper mapper() {
        final ObjectMapper mapper = new ObjectMapper();
        mapper.configOverride(Optional.class)
                .setInclude(JsonInclude.Value.construct(Include.NON_EMPTY, Include.ALWAYS));
        return mapper.registerModule(new SimpleModule()
                .addSerializer(new OptionalSerializer())
                .addSerializer(new ToStringSerializer(Position.class))
                .addSerializer(new ToStringSerializer(Instant.class)));
    }

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static JsonNode of(Object value) {
        return MAPPER.valueToTree(value);
    }
}
