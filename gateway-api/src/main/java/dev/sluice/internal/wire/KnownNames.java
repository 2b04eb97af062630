package dev.sluice.internal.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A cache of decoded short strings. The messages contain the names of only a few lookups and statements, so nearly every name is
 * found in the cache. A cached string creates no garbage, and its hash code is already computed. Used by one thread.
 */
final class KnownNames {

    /** The number of slots, a power of two. Names that share a slot replace each other. */
    private static final int PLACES = 64;

    /** The longest cached string. SQL sent by a job is usually longer; caching it would be of no use. */
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

    /**
     * Computes the slot from a few of the bytes. Names that differ only in other bytes share a slot, and are decoded each time.
     */
    private static int place(byte[] bytes, int from, int length) {
        final int hash = 31 * (31 * (31 * bytes[from] + bytes[from + length / 2]) + bytes[from + length - 1]) + length;
        return (hash ^ hash >>> 6) & PLACES - 1;
    }
}
