package dev.sluice.service.update;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.Decoder;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.update.CheckpointTable.Kept;
import java.util.List;

/**
 * The outcomes of a run of updates as bytes: for each its index, as the difference to the one before, the fingerprint of
 * the request, and what it came to. Six bytes for an ordinary update.
 */
final class OutcomeLog {

    private static final int VERSION = 1;
    private static final int UPDATED = 0;
    private static final int FAILED = 1;

    private OutcomeLog() {}

    /** Encodes from one question up to another, replacing what the encoder held; ends early beyond so many bytes. */
    static int encode(Encoder encoder, List<Question> questions, Outcome[] outcomes, int from, int mostBytes) {
        encoder.clear();
        encoder.putByte(VERSION);
        long before = 0;
        int next = from;
        while (next < questions.size() && (next == from || encoder.size() < mostBytes)) {
            final Question question = questions.get(next);
            putUnsigned(encoder, question.index() - before);
            encoder.putInt(question.fingerprint());
            before = question.index();
            put(encoder, outcomes[next]);
            next++;
        }
        return next;
    }

    private static void put(Encoder encoder, Outcome outcome) {
        if (outcome instanceof Outcome.Updated updated) {
            putUnsigned(encoder, updated.count() << 1 | UPDATED);
        } else if (outcome instanceof Outcome.Failed failed) {
            final Failure failure = failed.failure();
            putUnsigned(encoder, FAILED);
            encoder.putByte(failure.kind().code()).putByte(failure.retryable() ? 1 : 0);
            encoder.putText(encodable(failure.code())).putText(encodable(failure.message()));
        } else {
            throw new IllegalArgumentException("An update came to " + outcome);
        }
    }

    /**
     * Reads what {@link #encode} made.
     *
     * @param outcomes gets what can be read
     * @throws WireFormatException if the bytes are nothing that was encoded so
     */
    static void decode(byte[] bytes, List<Kept> outcomes) {
        final Decoder decoder = new Decoder().wrap(bytes, 0, bytes.length);
        final int version = decoder.getByte();
        if (version != VERSION) {
            throw new WireFormatException(
                    "outcomes of version " + version + ", and only " + VERSION + " is known here");
        }
        long index = 0;
        do {
            index += getUnsigned(decoder);
            final int fingerprint = decoder.getInt();
            outcomes.add(new Kept(index, fingerprint, get(decoder)));
        } while (decoder.remaining() > 0);
    }

    private static Outcome get(Decoder decoder) {
        final long tag = getUnsigned(decoder);
        if ((tag & 1) == UPDATED) {
            return new Outcome.Updated(tag >>> 1);
        }
        try {
            final FailureKind kind = FailureKind.ofCode(decoder.getByte());
            final boolean retryable = decoder.getBoolean();
            return new Outcome.Failed(new Failure(kind, decoder.getText(), decoder.getText(), retryable));
        } catch (final IllegalArgumentException e) {
            throw new WireFormatException(e.getMessage(), e);
        }
    }

    /** Seven bits a byte, the lowest first, as in Protocol Buffers. */
    private static void putUnsigned(Encoder encoder, long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            encoder.putByte((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        encoder.putByte((int) rest);
    }

    private static long getUnsigned(Decoder decoder) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            final int next = decoder.getByte();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new WireFormatException("a number of more than 64 bits");
    }

    /** A message may quote half a pair of surrogates, which no encoding can carry. */
    private static String encodable(String text) {
        return new String(text.getBytes(UTF_8), UTF_8);
    }
}
