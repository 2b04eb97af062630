package dev.sluice.replay.export.mask;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256 as a source of numbers that nobody without the key can foretell. One thread. */
final class KeyedHash {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int ROUNDS = 8;

    private final Mac mac;

    KeyedHash(byte[] key) {
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
        } catch (final GeneralSecurityException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }

    /** 32 bytes for a value in a domain of values. */
    byte[] hash(String domain, byte[] value) {
        mac.update(domain.getBytes(StandardCharsets.US_ASCII));
        mac.update((byte) 0);
        return mac.doFinal(value);
    }

    /** A number from 0 for a value, below that limit. */
    long number(String domain, byte[] value, long limit) {
        return Long.remainderUnsigned(ByteBuffer.wrap(hash(domain, value)).getLong(), limit);
    }

    /** As many bytes as wanted for a value. */
    byte[] stream(String domain, byte[] value, int length) {
        final byte[] seed = hash(domain, value);
        final ByteBuffer stream = ByteBuffer.allocate(length);
        for (int i = 0; stream.hasRemaining(); i++) {
            final byte[] next = hash("stream" + i, seed);
            stream.put(next, 0, Math.min(next.length, stream.remaining()));
        }
        return stream.array();
    }

    /**
     * Gives each number below a limit another one below it, and no two numbers one: a Feistel network whose rounds are a keyed
     * hash, walked until it is in range (Black and Rogaway, "Ciphers with arbitrary finite domains", 2002).
     */
    long permuted(String domain, long number, long limit) {
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
        return ByteBuffer.wrap(hash(domain, value)).getLong();
    }
}
