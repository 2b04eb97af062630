package dev.sluice.replay.export;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.scan.Recording;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * The first line of an export file; the names of its members are those of the JSON.
 *
 * @param sluiceExport the version of the format
 * @param madeBy the release of Sluice
 * @param made when
 * @param input the id of the input queue
 * @param answers the id of the input that the output answers; null if it does not say
 * @param rollCycle of the input, for people
 * @param inputSequenceBits how the positions of the input are made, see {@link Numbering}
 * @param outputSequenceBits how the positions of the output are made
 * @param contents what was taken, and how
 */
record Header(
        int sluiceExport,
        String madeBy,
        String made,
        UUID input,
        UUID answers,
        String rollCycle,
        int inputSequenceBits,
        int outputSequenceBits,
        Contents contents) {

    private static final int VERSION = 1;

    /** What a file begins with, once it is unpacked. */
    private static final String MARK = "{\"sluiceExport\":";

    Header {
        Objects.requireNonNull(input, "the header has no input");
        Objects.requireNonNull(contents, "the header has no contents");
    }

    /** Of a file made now. */
    static Header of(Recording source, String madeBy, Contents contents) {
        return new Header(
                VERSION,
                madeBy,
                Instant.now().toString(),
                source.inputId(),
                source.answeredInput().orElse(null),
                source.rollCycle(),
                Numbering.of(source::inputPosition).bits(),
                Numbering.of(source::outputPosition).bits(),
                contents);
    }

    /**
     * Reads a header.
     *
     * @throws QueueException if it is of a later format
     * @throws IllegalArgumentException if the line is no header
     */
    static Header parse(byte[] line) throws IOException {
        if (!new String(line, StandardCharsets.UTF_8).startsWith(MARK)) {
            throw new IllegalArgumentException("it does not begin with " + MARK);
        }
        final JsonNode claimed = CheckedLine.MAPPER.readTree(line);
        final int version = claimed.path("sluiceExport").asInt();
        if (version > VERSION) {
            throw new QueueException("it is of export format " + version + ", and " + VERSION
                    + " is the last that is known here: read it with the release that made it, "
                    + claimed.path("madeBy").asText("which it does not say"));
        }
        return CheckedLine.MAPPER.treeToValue(CheckedLine.parse(line), Header.class);
    }

    Numbering inputNumbering() {
        return new Numbering(inputSequenceBits);
    }

    Numbering outputNumbering() {
        return new Numbering(outputSequenceBits);
    }
}
