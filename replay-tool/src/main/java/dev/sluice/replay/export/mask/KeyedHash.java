package dev.sluice.replay.export.mask;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256 as a source of numbers that nobody without the key can foretell. One thread. */
final class KeyedHash {

    private static final String ALGORITHM = "HmacSHA256";

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
}
