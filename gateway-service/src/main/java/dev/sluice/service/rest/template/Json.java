package dev.sluice.service.rest.template;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads and writes JSON for contracts, strictly and with exact numbers. */
public final class Json {

    /** The maximum nesting depth. Records of services are never nested so deep, and the stack allows much more. */
    private static final int DEPTH = 200;

    /**
     * The maximum number of digits of a number. It is limited, because the time to parse a number grows with the square of its
     * digits.
     */
    private static final int DIGITS = 1_000;

    /** The character with which the JDK replaces invalid bytes. */
    private static final char REPLACEMENT = '\ufffd';

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH)
                            .maxNumberLength(DIGITS)
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final JsonFactory CHECKED = MAPPER.getFactory()
            .rebuild()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private Json() {}

    /**
     * Checks that the whole text is one JSON document, without building the document. Accepts exactly the texts that
     * {@link #parse(String)} accepts.
     */
    public static void check(String text) throws JsonProcessingException {
        if (!isSurelyDocument(text)) {
            parse(text); // throws an exception that names the error
        }
    }

    private static boolean isSurelyDocument(String text) {
        try (JsonParser json = CHECKED.createParser(text)) {
            int open = 0;
            do {
                final JsonToken token = json.nextToken();
                if (token == null) {
                    return false;
                } else if (token.isStructStart()) {
                    open++;
                } else if (token.isStructEnd()) {
                    open--;
                } else if (token.isNumeric()) {
                    number(json, token);
                }
            } while (open > 0);
            return json.nextToken() == null;
        } catch (final IOException | NumberFormatException e) {
            return false;
        }
    }

    /** Reads a number, because only reading it shows whether it is valid. */
    private static void number(JsonParser json, JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_NUMBER_INT) {
            json.getNumberValue();
        } else {
            json.getDecimalValue();
        }
    }

    /** Whether bytes are valid UTF-8. The JSON parser does not check that: it accepts overlong forms and surrogates. */
    public static boolean isUtf8(byte[] bytes) {
        final String text = new String(bytes, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 || Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
    }

    /** Parses the whole text as one JSON document. */
    public static JsonNode parse(String text) throws JsonProcessingException {
        return document(MAPPER.readTree(text));
    }

    /** Parses one JSON document in UTF-8, which may begin with a byte order mark. */
    public static JsonNode parse(byte[] utf8) throws JsonProcessingException {
        try {
            return document(MAPPER.readTree(utf8));
        } catch (final JsonProcessingException e) {
            throw e;
        } catch (final IOException e) {
            throw new IllegalStateException("Bytes in memory cannot be read", e);
        }
    }

    private static JsonNode document(JsonNode node) throws JsonProcessingException {
        if (node == null || node.isMissingNode()) {
            throw new EmptyDocumentException();
        }
        return node;
    }

    /** Returns the position and the general kind of a JSON error, without quoting the text. */
    public static String problem(JsonProcessingException e) {
        if (e instanceof EmptyDocumentException) {
            return "it is empty";
        }
        final String place = e.getLocation() == null
                ? ""
                : " (line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr() + ")";
        return (e instanceof com.fasterxml.jackson.core.exc.StreamConstraintsException
                        ? "nested too deep, or a name or number is too long"
                        : e instanceof com.fasterxml.jackson.databind.exc.MismatchedInputException
                                ? "something follows its end, or a name is twice in an object"
                                : e instanceof com.fasterxml.jackson.core.io.JsonEOFException
                                        ? "it ends too early"
                                        : "it contains something else")
                + place;
    }

    static JsonGenerator generator(OutputStream out) throws IOException {
        return MAPPER.createGenerator(out);
    }

    /** Returns a value as JSON text without white space. */
    public static String write(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (final JsonProcessingException e) {
            throw new IllegalStateException("JSON that was read cannot be written", e);
        }
    }

    /** The text is empty; it does not even contain the JSON value null. */
    private static final class EmptyDocumentException extends JsonProcessingException {
        private static final long serialVersionUID = 1L;

        EmptyDocumentException() {
            super("empty");
        }
    }
}
