package dev.sluice.service.rest.answer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.service.rest.template.Json;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A response's body as JSON, if it says that it is JSON and is. */
final class ResponseBody {

    /** {@code application/json}, {@code text/json} and what ends in {@code +json}; parameters follow. */
    private static final Pattern JSON =
            Pattern.compile("(?:[a-z]+/json|[a-z]+/[a-z0-9!#$&^_.-]+\\+json)\\s*(;.*)?", Pattern.CASE_INSENSITIVE);

    private static final Pattern CHARSET =
            Pattern.compile(";\\s*charset\\s*=\\s*\"?([^\";\\s]+)", Pattern.CASE_INSENSITIVE);

    /** The names of UTF-8 and of a part of it. */
    private static final Set<String> UTF_8 = Set.of("utf-8", "utf8", "us-ascii");

    private ResponseBody() {}

    /**
     * Reads a body.
     *
     * @param contentType the header; empty if there is none, which is let pass
     */
    static JsonNode parse(Subject subject, String contentType, byte[] body) throws BadReplyException {
        checkType(subject, contentType.strip());
        if (body.length == 0) {
            throw new BadReplyException("the response is empty");
        }
        if (!Json.isUtf8(body)) {
            throw new BadReplyException("the response is not UTF-8");
        }
        try {
            // From bytes names are found faster; but a parser of bytes guesses at UTF-16 where it sees a zero.
            return body[0] == 0 || body.length > 1 && body[1] == 0
                    ? Json.parse(new String(body, StandardCharsets.UTF_8))
                    : Json.parse(body);
        } catch (final JsonProcessingException e) {
            throw new BadReplyException("the response is not JSON: " + Json.problem(e));
        } catch (final NumberFormatException e) {
            throw new BadReplyException("the response is not JSON: a number without meaning is in it");
        }
    }

    private static void checkType(Subject subject, String type) throws BadReplyException {
        if (type.isEmpty()) {
            return;
        }
        if (!JSON.matcher(type).matches()) {
            throw new BadReplyException("the response is of type '" + subject.shown(type) + "', not JSON");
        }
        final Matcher charset = CHARSET.matcher(type);
        if (charset.find() && !UTF_8.contains(charset.group(1).toLowerCase(Locale.ROOT))) {
            throw new BadReplyException("the response is in the character set '" + subject.shown(charset.group(1))
                    + "', and JSON is UTF-8");
        }
    }
}
