package dev.sluice.service.rest.template;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.service.config.RestDeclaration.Payload;
import dev.sluice.service.config.TemplateText;
import dev.sluice.service.config.TemplateText.Placeholder;
import dev.sluice.service.rest.template.RestItem.UnaskableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A JSON document with placeholders, parsed once. If a string consists of exactly one placeholder, the value replaces the
 * string and keeps its type, for example a number. Within a longer string, the value becomes text.
 */
public final class JsonTemplate {

    private static final int BYTES = 64;
    /** The size of an item besides its arguments: the names, the id and the idempotency key of the default contract. */
    private static final int BYTES_EACH = 128;

    private static final int MOST_BYTES_AT_FIRST = 1 << 20;

    private interface Piece {
        public void write(JsonGenerator json, List<RestItem> items, RestItem item)
                throws IOException, UnaskableException;
    }

    private final Piece document;

    private JsonTemplate(Piece document) {
        this.document = document;
    }

    /**
     * Parses a document.
     *
     * @param item the template of one item; only used if the document contains items
     * @param payload whether the texts that jobs send as payloads are JSON or plain text
     * @param matchesId whether responses are matched by the id. If so, the id must be a whole JSON value, which the service
     *     returns unchanged
     * @throws IllegalArgumentException if the document is not JSON, or contains a placeholder at a place where it is not allowed
     */
    public static JsonTemplate parse(String text, String item, Payload payload, boolean matchesId) {
        final Optional<Piece> each = TemplateText.parse(text).has(Placeholder.Kind.ITEMS)
                ? Optional.of(new Compiler(payload, matchesId, Optional.empty()).compile("item", item))
                : Optional.empty();
        return new JsonTemplate(new Compiler(payload, matchesId, each).compile("body", text));
    }

    /** Returns the document for these items; there is only one item if the document contains an item's own placeholders. */
    public byte[] write(List<RestItem> items) throws UnaskableException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream(roughSize(items));
        try (JsonGenerator json = Json.generator(out)) {
            document.write(json, items, items.get(0));
        } catch (final IOException e) {
            // Writing to memory fails only for an unpaired surrogate, which UTF-8 cannot encode.
            throw new UnaskableException("is a text with half a character (an unpaired surrogate)");
        }
        return out.toByteArray();
    }

    /** Returns an initial buffer size that is enough for most bodies; a larger body is copied when the buffer grows. */
    private static int roughSize(List<RestItem> items) {
        long size = BYTES;
        for (final RestItem item : items) {
            size += BYTES_EACH + item.arguments().size();
        }
        return (int) Math.min(size, MOST_BYTES_AT_FIRST);
    }

    private record Compiler(Payload payload, boolean matchesId, Optional<Piece> each) {

        Piece compile(String what, String text) {
            try {
                // A single placeholder needs no quotes, because it is never a JSON document by itself.
                return TemplateText.parse(text.strip()).whole().isPresent()
                        ? compile(TextNode.valueOf(text.strip()))
                        : compile(Json.parse(text));
            } catch (final JsonProcessingException e) {
                throw new IllegalArgumentException(
                        what + ": not JSON: " + Json.problem(e) + "; placeholders must be in quotes: \"{items}\"");
            } catch (final IllegalArgumentException e) {
                throw new IllegalArgumentException(what + ": " + e.getMessage());
            }
        }

        private Piece compile(JsonNode node) {
            if (node.isObject()) {
                return object(node);
            }
            if (node.isArray()) {
                final List<Piece> elements = new ArrayList<>();
                node.forEach(element -> elements.add(compile(element)));
                return (json, items, current) -> {
                    json.writeStartArray();
                    for (final Piece element : elements) {
                        element.write(json, items, current);
                    }
                    json.writeEndArray();
                };
            }
            return node.isTextual()
                    ? text(TemplateText.parse(node.textValue()))
                    : (json, items, current) -> json.writeTree(node);
        }

        private Piece object(JsonNode node) {
            final List<String> names = new ArrayList<>();
            final List<Piece> values = new ArrayList<>();
            node.properties().forEach(field -> {
                TemplateText.parse(field.getKey()).placeholders().findFirst().ifPresent(placeholder -> {
                    throw new IllegalArgumentException(
                            placeholder + " is in the name of a field; it can only be in a value");
                });
                names.add(field.getKey());
                values.add(compile(field.getValue()));
            });
            return (json, items, current) -> {
                json.writeStartObject();
                for (int i = 0; i < names.size(); i++) {
                    json.writeFieldName(names.get(i));
                    values.get(i).write(json, items, current);
                }
                json.writeEndObject();
            };
        }

        private Piece text(TemplateText text) {
            if (text.whole().isPresent()) {
                return value(text.whole().get());
            }
            text.placeholders()
                    .filter(placeholder -> placeholder.kind() == Placeholder.Kind.ITEMS
                            || placeholder.kind() == Placeholder.Kind.PAYLOAD
                            || matchesId && placeholder.kind() == Placeholder.Kind.ID)
                    .findFirst()
                    .ifPresent(placeholder -> {
                        throw new IllegalArgumentException(
                                placeholder + " is within a longer text; it can only be a whole value");
                    });
            return (json, items, current) -> json.writeString(text.filled(current::text));
        }

        private Piece value(Placeholder placeholder) {
            return switch (placeholder.kind()) {
                case ITEMS -> list();
                case PAYLOAD -> (json, items, current) -> payload(json, current);
                default -> (json, items, current) -> current.write(json, placeholder);
            };
        }

        private void payload(JsonGenerator json, RestItem item) throws IOException, UnaskableException {
            if (payload == Payload.JSON && item.values().get(0) instanceof String document) {
                // Written exactly as the job sent it; it was checked when the request was read.
                json.writeRawValue(document);
            } else {
                item.write(json, 0);
            }
        }

        private Piece list() {
            final Piece item = each.orElseThrow(() -> new IllegalArgumentException("{items} is not allowed"));
            return (json, items, current) -> {
                json.writeStartArray();
                for (final RestItem one : items) {
                    item.write(json, items, one);
                }
                json.writeEndArray();
            };
        }
    }
}
