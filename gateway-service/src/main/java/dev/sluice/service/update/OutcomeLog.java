package dev.sluice.service.update;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.Decoder;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.ReadResult;
import dev.sluice.service.update.CheckpointTable.Kept;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes the outcomes of updates, and the results of reads that conflict with these updates. An entry contains the index (as the
 * difference to the index of the entry before), the fingerprint of the request, and the outcome. An ordinary update takes six
 * bytes. Version 1 could not store reads, and version 2 could not store rows that updates return. Belongs to one worker.
 */
final class OutcomeLog {

    private static final int VERSION = 3;
    private static final int UPDATED = 0;

    /** The kind of an outcome. An update count has no tag: it is encoded as an even number, twice the count. */
    private enum Tag {
        FAILED,
        READ_FAILED,
        NOT_FOUND,
        FOUND,
        /** Rows with the same columns as the rows encoded before them, so that the columns are omitted. */
        FOUND_ALIKE,
        /** Rows that an update returned. */
        RETURNED,
        RETURNED_ALIKE;

        long number() {
            return ordinal() << 1 | 1;
        }

        static Tag of(long number) {
            if (number >>> 1 >= values().length) {
                throw new WireFormatException("an outcome of kind " + number);
            }
            return values()[(int) (number >>> 1)];
        }

        boolean ofUpdate() {
            return this == FAILED || this == RETURNED || this == RETURNED_ALIKE;
        }
    }

    private final Encoder encoder = new Encoder();
    private long last;
    private byte[] columns;

    OutcomeLog() {
        clear();
    }

    void clear() {
        encoder.clear();
        encoder.putByte(VERSION);
        last = 0;
        columns = null;
    }

    boolean isEmpty() {
        return encoder.size() == 1;
    }

    int size() {
        return encoder.size();
    }

    /** Returns the index of the request that was added last. */
    long last() {
        return last;
    }

    byte[] toBytes() {
        return encoder.toBytes();
    }

    /** Appends the outcome of an update. */
    void add(Question update, Outcome outcome) {
        add(update.index(), update.fingerprint(), false, outcome);
    }

    /** Appends the result of a read. */
    void add(ReadResult read) {
        add(read.index(), read.fingerprint(), true, read.outcome());
    }

    private void add(long index, int fingerprint, boolean read, Outcome outcome) {
        putUnsigned(index - last);
        encoder.putInt(fingerprint);
        last = index;
        if (outcome instanceof Outcome.Failed failed) {
            put(read ? Tag.READ_FAILED : Tag.FAILED, failed.failure());
        } else if (outcome instanceof Outcome.Found found) {
            put(found.rows(), read ? Tag.FOUND : Tag.RETURNED, read ? Tag.FOUND_ALIKE : Tag.RETURNED_ALIKE);
        } else if (outcome instanceof Outcome.Updated updated && !read) {
            putUnsigned(updated.count() << 1 | UPDATED);
        } else if (outcome instanceof Outcome.NotFound && read) {
            putUnsigned(Tag.NOT_FOUND.number());
        } else {
            throw new IllegalArgumentException((read ? "A read" : "An update") + " came to " + outcome);
        }
    }

    /** @param alike the tag to write if the columns are the same as those of the rows before */
    private void put(EncodedRows rows, Tag tag, Tag alike) {
        final boolean same = Arrays.equals(columns, rows.columns());
        putUnsigned((same ? alike : tag).number());
        if (!same) {
            columns = rows.columns();
            put(columns);
        }
        putUnsigned(rows.count());
        put(rows.values());
    }

    private void put(byte[] bytes) {
        putUnsigned(bytes.length);
        encoder.putBytes(bytes);
    }

    private void put(Tag tag, Failure failure) {
        putUnsigned(tag.number());
        encoder.putByte(failure.kind().code()).putByte(failure.retryable() ? 1 : 0);
        encoder.putText(encodable(failure.code())).putText(encodable(failure.message()));
    }

    /**
     * Decodes a row of outcomes.
     *
     * @param outcomes the list to which outcomes are added; if the bytes are damaged, it receives the outcomes before the damage
     * @throws WireFormatException if the bytes are not a valid encoding
     */
    static void decode(byte[] bytes, List<Kept> outcomes) {
        final Decoder decoder = new Decoder().wrap(bytes, 0, bytes.length);
        final int version = decoder.getByte();
        if (version < 1 || version > VERSION) {
            throw new WireFormatException(
                    "outcomes of version " + version + ", and only those up to " + VERSION + " are known here");
        }
        byte[] columns = {};
        long index = 0;
        do {
            index += getUnsigned(decoder);
            final int fingerprint = decoder.getInt();
            final long number = getUnsigned(decoder);
            if ((number & 1) == UPDATED) {
                outcomes.add(new Kept(index, fingerprint, false, new Outcome.Updated(number >>> 1)));
                continue;
            }
            final Tag tag = Tag.of(number);
            columns = tag == Tag.FOUND || tag == Tag.RETURNED ? getBytes(decoder) : columns;
            outcomes.add(new Kept(index, fingerprint, !tag.ofUpdate(), get(decoder, tag, columns)));
        } while (decoder.remaining() > 0);
    }

    private static Outcome get(Decoder decoder, Tag tag, byte[] columns) {
        return switch (tag) {
            case FAILED, READ_FAILED -> new Outcome.Failed(failure(decoder));
            case NOT_FOUND -> Outcome.NOT_FOUND;
            case FOUND, FOUND_ALIKE, RETURNED, RETURNED_ALIKE ->
                new Outcome.Found(new EncodedRows(columns, (int) getUnsigned(decoder), getBytes(decoder)));
        };
    }

    private static Failure failure(Decoder decoder) {
        try {
            final FailureKind kind = FailureKind.ofCode(decoder.getByte());
            final boolean retryable = decoder.getBoolean();
            return new Failure(kind, decoder.getText(), decoder.getText(), retryable);
        } catch (final IllegalArgumentException e) {
            throw new WireFormatException(e.getMessage(), e);
        }
    }

    private static byte[] getBytes(Decoder decoder) {
        final long length = getUnsigned(decoder);
        if (length > decoder.remaining()) {
            throw new WireFormatException(length + " bytes of a row, and " + decoder.remaining() + " are left");
        }
        return decoder.getBytes((int) length);
    }

    /** Writes seven bits in each byte, the lowest bits first, as in Protocol Buffers. */
    private void putUnsigned(long value) {
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

    /** Replaces unpaired surrogates, which a message may quote and which cannot be encoded. */
    private static String encodable(String text) {
        return new String(text.getBytes(UTF_8), UTF_8);
    }
}
