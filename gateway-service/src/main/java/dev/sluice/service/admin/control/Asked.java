package dev.sluice.service.admin.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.service.exchange.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One act that an operator asks for.
 *
 * @param arguments by name
 * @param who as the caller says
 * @param reason may be empty
 */
public record Asked(Act act, Map<String, String> arguments, String who, String reason) {

    private static final int LONGEST_BODY = 8 << 10;

    public Asked {
        arguments = Map.copyOf(arguments);
    }

    /**
     * Reads what is asked for from the body of a request: a small JSON object of texts, numbers, true and false.
     *
     * @param word the act's
     * @throws RefusedActException if it is nothing that can be asked for
     */
    static Asked read(String word, InputStream body) throws IOException {
        final Act act = Act.of(word)
                .orElseThrow(() -> new RefusedActException("there is no such act; sluice ctl --help lists them"));
        final Map<String, String> arguments = arguments(body);
        final String who = Optional.ofNullable(arguments.remove("who")).orElse("somebody");
        final String reason = Optional.ofNullable(arguments.remove("reason")).orElse("");
        for (final String name : arguments.keySet()) {
            if (!act.takes(name)) {
                throw new RefusedActException(word + " takes no '" + Audit.shown(name) + "'");
            }
        }
        return new Asked(act, arguments, Audit.shown(who), Audit.shown(reason));
    }

    private static Map<String, String> arguments(InputStream body) throws IOException {
        final byte[] bytes = body.readNBytes(LONGEST_BODY + 1);
        if (bytes.length > LONGEST_BODY) {
            throw new RefusedActException("the body is larger than " + LONGEST_BODY + " bytes");
        }
        final Map<String, String> arguments = new TreeMap<>();
        try {
            final JsonNode json = Json.read(bytes);
            if (json == null || !json.isObject()) {
                throw new RefusedActException("the body is no JSON object");
            }
            json.properties().forEach(field -> {
                if (!field.getValue().isValueNode() || field.getValue().isNull()) {
                    throw new RefusedActException("a value in the body is no text, no number, true or false");
                }
                arguments.put(field.getKey(), field.getValue().asText());
            });
        } catch (final JsonProcessingException e) {
            throw new RefusedActException("the body is no JSON");
        }
        return arguments;
    }

    public Optional<String> argument(String name) {
        return Optional.ofNullable(arguments.get(name));
    }

    /** @throws RefusedActException if it is not there */
    public String need(String name) {
        return argument(name).orElseThrow(() -> new RefusedActException(act.word() + " needs '" + name + "'"));
    }
}
