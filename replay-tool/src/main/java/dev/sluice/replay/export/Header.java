package dev.sluice.replay.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.queue.QueueException;
import dev.sluice.queue.Recording;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The first line of an export file.
 *
 * @param madeBy the release of Sluice
 * @param made when
 * @param inputId the id of the input queue
 * @param answeredInput the id of the input that the output answers
 * @param rollCycle of the input, for people
 * @param input how its positions are made
 * @param output the same
 * @param contents what was taken, and how
 */
record Header(
        String madeBy,
        Instant made,
        UUID inputId,
        Optional<UUID> answeredInput,
        String rollCycle,
        Numbering input,
        Numbering output,
        Contents contents) {

    static final int VERSION = 1;

    /** What a file begins with, once it is unpacked. */
    static final String MARK = "{\"sluiceExport\":";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Of a file made now. */
    static Header of(Recording source, String madeBy, Contents contents) {
        return new Header(
                madeBy,
                Instant.now(),
                source.inputId(),
                source.answeredInput(),
                source.rollCycle(),
                Numbering.of(source::inputPosition),
                Numbering.of(source::outputPosition),
                contents);
    }

    String line() {
        final ObjectNode line = MAPPER.createObjectNode();
        line.put("sluiceExport", VERSION)
                .put("madeBy", madeBy)
                .put("made", made.toString())
                .put("input", inputId.toString());
        answeredInput.ifPresent(id -> line.put("answers", id.toString()));
        line.put("rollCycle", rollCycle)
                .put("inputSequenceBits", input.bits())
                .put("outputSequenceBits", output.bits())
                .put("from", contents.from())
                .put("to", contents.to())
                .put("complete", contents.complete())
                .put("firstRequest", contents.firstRequest())
                .put("firstResult", contents.firstResult());
        contents.masked().forEach(line.putArray("masked")::add);
        return line.toString();
    }

    /**
     * Reads it.
     *
     * @throws QueueException if it is of a later format
     * @throws IllegalArgumentException if it is none
     */
    static Header parse(String line) {
        final JsonNode node;
        try {
            node = MAPPER.readTree(line);
        } catch (final JsonProcessingException e) {
            throw new IllegalArgumentException("its first line is no JSON", e);
        }
        final int version = node.path("sluiceExport").asInt();
        if (version > VERSION) {
            throw new QueueException("it is of export format " + version + ", and " + VERSION
                    + " is the last that is known here: read it with the release that made it, "
                    + node.path("madeBy").asText("which it does not say"));
        }
        final List<String> masked = new ArrayList<>();
        node.path("masked").forEach(rule -> masked.add(rule.asText()));
        try {
            return new Header(
                    text(node, "madeBy"),
                    Instant.parse(text(node, "made")),
                    UUID.fromString(text(node, "input")),
                    node.has("answers") ? Optional.of(UUID.fromString(text(node, "answers"))) : Optional.empty(),
                    text(node, "rollCycle"),
                    new Numbering(node.path("inputSequenceBits").asInt()),
                    new Numbering(node.path("outputSequenceBits").asInt()),
                    new Contents(
                            text(node, "from"),
                            text(node, "to"),
                            node.path("complete").asBoolean(),
                            node.path("firstRequest").asBoolean(),
                            node.path("firstResult").asBoolean(),
                            masked));
        } catch (final java.time.DateTimeException e) {
            throw new IllegalArgumentException("its first line has no time", e);
        }
    }

    private static String text(JsonNode node, String name) {
        return node.path(name).asText();
    }
}
