package dev.sluice.service.rest.template;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Tells UTF-8 from other bytes: neither overlong forms nor half characters are any. */
public final class Utf8 {

    private static final int CHARS = 4 << 10;

    private Utf8() {}

    /** Whether it is nothing but whole characters. */
    public static boolean valid(byte[] bytes) {
        final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        final ByteBuffer in = ByteBuffer.wrap(bytes);
        final CharBuffer out = CharBuffer.allocate(Math.min(CHARS, bytes.length + 1));
        CoderResult result;
        do {
            result = decoder.decode(in, out.clear(), true);
        } while (result.isOverflow());
        return !result.isError();
    }
}
