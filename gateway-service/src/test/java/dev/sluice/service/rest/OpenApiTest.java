package dev.sluice.service.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.DefaultContract;
import dev.sluice.service.config.RestDeclaration.Payload;
import dev.sluice.service.rest.http.HttpAsk;
import dev.sluice.service.rest.template.RestItem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** docs/reference/rest.openapi.yaml is a document, and its examples are what the engine sends and understands. */
class OpenApiTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNode API = read();

    @Test
    void shouldPointAtWhatThereIsWhenTheDocumentRefersToItself() {
        final List<String> references = API.findValuesAsText("$ref");

        assertEquals("3.1.0", API.path("openapi").asText());
        assertTrue(references.size() > 15, references::toString);
        for (final String reference : references) {
            assertTrue(API.at(reference.substring(1)).isObject(), reference);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"several", "composite"})
    void shouldSendAndReadTheExamplesWhenTheyAreLookups(String example) throws Exception {
        final JsonNode operation = API.at("/paths/~1{lookup}:lookup/post");
        final Described lookup = Described.lookup(DefaultContract.lookup("customer"));

        check(operation, example, lookup, "key");
    }

    @Test
    void shouldSendAndReadTheExamplesWhenTheyAreEvents() throws Exception {
        final Described events = Described.endpoint(DefaultContract.endpoint("letters"), Payload.JSON);

        check(API.at("/paths/~1{endpoint}/post"), "several", events, "payload");
    }

    private static void check(JsonNode operation, String example, Described contract, String argument)
            throws Exception {
        final JsonNode request = operation.at("/requestBody/content/application~1json/examples/" + example + "/value");
        final JsonNode response = operation.at("/responses/207/content/application~1json/examples/" + example);
        final List<RestItem> items = Described.itemsOf(stream(request.path("items"))
                .map(item -> arguments(item.path(argument)))
                .toList());
        for (final RestItem item : items) {
            contract.contract().check(item.arguments());
        }

        final HttpAsk ask = contract.contract().asks(items).get(0);
        assertEquals(request, MAPPER.readTree(ask.body().orElseThrow()));
        assertEquals(
                stream(response.path("x-outcomes")).map(JsonNode::asText).toList(),
                Told.lines(contract.contract()
                        .read(
                                207,
                                "application/json",
                                response.path("value").toString().getBytes(StandardCharsets.UTF_8),
                                items)));
    }

    private static Arguments arguments(JsonNode key) {
        final List<Object> arguments = new ArrayList<>();
        (key.isArray() ? stream(key) : Stream.of(key))
                .forEach(part -> arguments.add(
                        part.isObject() ? part.toString() : part.isTextual() ? part.asText() : part.longValue()));
        return Arguments.of(arguments.toArray());
    }

    private static Stream<JsonNode> stream(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    private static JsonNode read() {
        try {
            final Object document = new Yaml().load(Files.readString(Path.of("../docs/reference/rest.openapi.yaml")));
            return MAPPER.valueToTree(document);
        } catch (final java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
