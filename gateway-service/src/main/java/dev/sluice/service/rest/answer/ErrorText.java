package dev.sluice.service.rest.answer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;

/** What services say when they refuse something: problem details (RFC 9457), other objects, or just a text. */
final class ErrorText {

    private static final List<String> CODES = List.of("code", "type", "error");
    private static final List<String> TEXTS = List.of("title", "detail", "message", "reason");

    private ErrorText() {}

    /** Its words, as they are; empty if it has none. */
    static String of(JsonNode error) {
        if (error.isValueNode()) {
            return error.asText();
        }
        final List<String> words = texts(error, TEXTS);
        return String.join(": ", words.isEmpty() ? texts(error, CODES) : words);
    }

    /** What it may be told by: itself if it is a text, otherwise what its fields say. */
    static List<String> codes(JsonNode error) {
        return error.isValueNode() ? List.of(error.asText()) : texts(error, CODES);
    }

    private static List<String> texts(JsonNode error, List<String> fields) {
        return fields.stream()
                .map(error::path)
                .flatMap(node -> node.isTextual() || node.isNumber() ? Stream.of(node.asText()) : Stream.of())
                .filter(text -> !text.isBlank())
                .distinct()
                .toList();
    }
}
