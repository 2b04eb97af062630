package dev.sluice.service.rest.template;

import dev.sluice.service.rest.template.RestItem.UnaskableException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent-encodes texts in UTF-8 by RFC 3986. */
final class PercentEncoding {

    private static final String UNRESERVED = "-._~";
    /** The characters that are not encoded in a path of the configuration: {@code pchar} and the slash. */
    private static final String PATH = UNRESERVED + "!$&'()*+,;=:@/";

    private static final String QUERY = PATH + "?";
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private PercentEncoding() {}

    /** Encodes data: every character with a meaning in a URL is encoded, so that the service receives the same text. */
    static String data(String text) throws UnaskableException {
        return encode(text, UNRESERVED, false);
    }

    /** Encodes a path of the configuration; characters that are already encoded stay unchanged. */
    static String path(String text) throws UnaskableException {
        return encode(text, PATH, true);
    }

    /** Encodes a query of the configuration. */
    static String query(String text) throws UnaskableException {
        return encode(text, QUERY, true);
    }

    private static String encode(String text, String kept, boolean keepEncoded) throws UnaskableException {
        final ByteBuffer utf8 = utf8(text);
        final StringBuilder encoded = new StringBuilder(utf8.remaining() + 16);
        while (utf8.hasRemaining()) {
            final int b = utf8.get() & 0xFF;
            if (isAlphanumeric(b) || kept.indexOf(b) >= 0 || b == '%' && keepEncoded && twoDigitsFollow(utf8)) {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HEX[b >> 4]).append(HEX[b & 0xF]);
            }
        }
        return encoded.toString();
    }

    private static ByteBuffer utf8(String text) throws UnaskableException {
        try {
            return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        } catch (final CharacterCodingException e) {
            throw new UnaskableException("is a text with half a character (an unpaired surrogate)");
        }
    }

    private static boolean isAlphanumeric(int b) {
        return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9';
    }

    private static boolean twoDigitsFollow(ByteBuffer utf8) {
        final int at = utf8.position();
        return utf8.remaining() >= 2
                && Character.digit((char) utf8.get(at), 16) >= 0
                && Character.digit((char) utf8.get(at + 1), 16) >= 0;
    }
}
