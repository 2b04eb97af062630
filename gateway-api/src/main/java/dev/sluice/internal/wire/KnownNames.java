package dev.sluice.internal.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Short texts that were decoded before: messages name few lookups and statements, so nearly every name is known, makes no
 * garbage, and has its hash code already. One thread.
 */
final class KnownNames {

    /** A power of two; more names than that take each other's places. */
    private static final int PLACES = 64;

    /** SQL that a job sent is longer, and would be kept in vain. */
    private static final int LONGEST = 64;

    private final byte[][] encoded = new byte[PLACES][];
    private final String[] decoded = new String[PLACES];

    String at(byte[] bytes, int from, int length) {
        if (length == 0 || length > LONGEST) {
            return new String(bytes, from, length, StandardCharsets.UTF_8);
        }
        final int place = place(bytes, from, length);
        final byte[] known = encoded[place];
        if (known != null && Arrays.equals(known, 0, known.length, bytes, from, from + length)) {
            return decoded[place];
        }
        encoded[place] = Arrays.copyOfRange(bytes, from, from + length);
        decoded[place] = new String(bytes, from, length, StandardCharsets.UTF_8);
        return decoded[place];
    }

    /** By a few of the bytes: names that differ only elsewhere share a place, and are decoded each time. */
    private static int place(byte[] bytes, int from, int length) {
        final int hash = 31 * (31 * (31 * bytes[from] + bytes[from + length / 2]) + bytes[from + length - 1]) + length;
        return (hash ^ hash >>> 6) & PLACES - 1;
    }
}
