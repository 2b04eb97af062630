package dev.sluice.replay.export.mask;

import java.nio.ByteBuffer;

/**
 * Gives each number below a limit another one below it, and no two the same: a Feistel network whose rounds are a keyed hash,
 * walked until it is back in range (Black and Rogaway, "Ciphers with arbitrary finite domains", 2002). One thread.
 */
final class Permutation {

    private static final int ROUNDS = 8;

    private final KeyedHash hash;

    Permutation(KeyedHash hash) {
        this.hash = hash;
    }

    /** The number that takes the place of {@code number}, from 0 and below {@code limit}. */
    long of(String domain, long number, long limit) {
        final int half = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(limit - 1) + 1) / 2);
        long walked = number;
        do {
            walked = network(domain, walked, half);
        } while (Long.compareUnsigned(walked, limit) >= 0);
        return walked;
    }

    private long network(String domain, long number, int half) {
        final long mask = (1L << half) - 1;
        long left = number >>> half & mask;
        long right = number & mask;
        for (int round = 0; round < ROUNDS; round++) {
            final long next = left ^ (round(domain, round, right) & mask);
            left = right;
            right = next;
        }
        return left << half | right;
    }

    private long round(String domain, int round, long right) {
        final byte[] value = ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
                .putInt(round)
                .putLong(right)
                .array();
        return ByteBuffer.wrap(hash.hash(domain, value)).getLong();
    }
}
