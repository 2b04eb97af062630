package dev.sluice.replay.export;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.transport.Recording;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.LongFunction;

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
 * @param firstCycle the cycle of the first position of both; other than 0 for a lane whose number all positions begin with
 * @param contents what was taken, and how
 */
public record Header(
        int sluiceExport,
        String madeBy,
        String made,
        UUID input,
        UUID answers,
        String rollCycle,
        int inputSequenceBits,
        int outputSequenceBits,
        @JsonInclude(Include.NON_DEFAULT) int firstCycle,
        Contents contents) {

    private static final int VERSION = 2;

    /** The first characters of a file, once it is unpacked. */
    private static final String MARK = "{\"sluiceExport\":";

    public Header {
        Objects.requireNonNull(input, "the header has no input");
        Objects.requireNonNull(contents, "the header has no contents");
    }

    /** The header of a file made now. */
    static Header of(Recording source, String madeBy, Contents contents) {
        final Numbering input = Numbering.of(source::inputPosition);
        return new Header(
                VERSION,
                madeBy,
                Instant.now().toString(),
                source.inputId(),
                source.answeredInput().orElse(null),
                source.rollCycle(),
                input.bits(),
                Numbering.of(source::outputPosition).bits(),
                input.firstCycle(),
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
        return new Numbering(inputSequenceBits, firstCycle);
    }

    Numbering outputNumbering() {
        return new Numbering(outputSequenceBits, firstCycle);
    }

    /**
     * The contents that an export file was made for.
     *
     * @param from where it begins, as it was asked for; empty for the first there is
     * @param to where it ends, as it was asked for; empty for the last there is
     * @param complete whether it is everything between
     * @param firstRequest whether no request was ever written before the first one of the file
     * @param firstResult whether no result was ever written before the first one of the file
     * @param masked what was masked; empty if nothing
     */
    public record Contents(
            String from, String to, boolean complete, boolean firstRequest, boolean firstResult, List<String> masked) {

        public Contents {
            masked = List.copyOf(masked);
        }
    }

    /**
     * How the indexes of a queue are made of cycle and sequence, so that a file can say it without knowing roll cycles.
     *
     * @param bits the lowest ones, which are the sequence; those above are the cycle, counted from the first one
     */
    record Numbering(int bits, int firstCycle) {

        private static final int LEAST = 8;
        private static final int MOST = 62;

        Numbering {
            if (bits < LEAST || bits > MOST) {
                throw new IllegalArgumentException("a sequence of " + bits + " bits");
            }
        }

        /** The numbering of a queue with these positions; one that has a single cycle has all of them in it. */
        static Numbering of(LongFunction<Position> positions) {
            final int first = positions.apply(0).cycle();
            final Position second = new Position(first + 1, 0);
            int bits = LEAST;
            while (bits < MOST && !positions.apply(1L << bits).equals(second)) {
                bits++;
            }
            return new Numbering(bits, first);
        }

        Position position(long index) {
            return new Position(firstCycle + (int) (index >>> bits), index & ((1L << bits) - 1));
        }

        /** Throws IllegalArgumentException if there is none. */
        long index(Position position) {
            final long index = ((long) position.cycle() - firstCycle << bits) | position.sequence();
            if (index < 0 || !position(index).equals(position)) {
                throw new IllegalArgumentException(position + " is out of range for these queues");
            }
            return index;
        }

        /** An index as text: its position, or a plain number where a damaged document names what cannot be one. */
        String text(long index) {
            return index >= 0 && firstCycle + (index >>> bits) <= Integer.MAX_VALUE
                    ? position(index).toString()
                    : Long.toString(index);
        }

        /** Throws IllegalArgumentException if it is neither. */
        long index(String text) {
            return text.indexOf(':') < 0 ? Long.parseLong(text) : index(Position.parse(text));
        }
    }
}
