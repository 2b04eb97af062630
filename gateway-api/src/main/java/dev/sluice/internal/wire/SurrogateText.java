package dev.sluice.internal.wire;

import java.util.Arrays;

/**
 * Encodes and decodes strings as Chronicle's tools do. A character above U+FFFF consists of two surrogates, and each of the two
 * is encoded separately, in three bytes. All other characters are encoded as in UTF-8.
 */
final class SurrogateText {

    private SurrogateText() {}

    /** @throws WireFormatException if the bytes have another form, or contain an unpaired surrogate */
    static String decode(byte[] bytes, int from, int length) {
        final StringBuilder text = new StringBuilder(length);
        final int end = from + length;
        for (int i = from; i < end; i++) {
            final int first = bytes[i];
            if (first >= 0) {
                text.append((char) first);
            } else if ((first & 0xE0) == 0xC0) {
                text.append((char) ((first & 0x1F) << 6 | next(bytes, ++i, end)));
            } else if ((first & 0xF0) == 0xE0) {
                final int second = next(bytes, ++i, end);
                text.append((char) ((first & 0x0F) << 12 | second << 6 | next(bytes, ++i, end)));
            } else {
                throw malformed();
            }
        }
        if (hasHalf(text)) {
            throw malformed();
        }
        return text.toString();
    }

    /** @throws IllegalArgumentException if the string has an unpaired surrogate, which cannot be encoded */
    static void checkWhole(String text) {
        if (hasHalf(text)) {
            throw new IllegalArgumentException("the text has an unpaired surrogate");
        }
    }

    private static boolean hasHalf(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))
                    && (i + 1 == text.length() || !Character.isSurrogatePair(text.charAt(i), text.charAt(++i)))) {
                return true;
            }
        }
        return false;
    }

    private static int next(byte[] bytes, int place, int end) {
        if (place >= end || (bytes[place] & 0xC0) != 0x80) {
            throw malformed();
        }
        return bytes[place] & 0x3F;
    }

    private static WireFormatException malformed() {
        return new WireFormatException("a text that is not encoded as Chronicle encodes it");
    }

    /**
     * Encodes a string.
     *
     * @throws IllegalArgumentException if the string has an unpaired surrogate, which cannot be encoded
     */
    static byte[] encode(String text) {
        checkWhole(text);
        final byte[] bytes = new byte[Math.multiplyExact(3, text.length())];
        int size = 0;
        for (int i = 0; i < text.length(); i++) {
            final char each = text.charAt(i);
            if (each < 0x80) {
                bytes[size++] = (byte) each;
            } else if (each < 0x800) {
                bytes[size++] = (byte) (0xC0 | each >> 6);
                bytes[size++] = (byte) (0x80 | each & 0x3F);
            } else {
                bytes[size++] = (byte) (0xE0 | each >> 12);
                bytes[size++] = (byte) (0x80 | each >> 6 & 0x3F);
                bytes[size++] = (byte) (0x80 | each & 0x3F);
            }
        }
        return Arrays.copyOf(bytes, size);
    }

    /** Whether a UTF-8 string has characters above U+FFFF. Only the encoding of such a character begins with F0 or more. */
    static boolean isNeeded(byte[] utf8, int from, int length) {
        for (int i = from; i < from + length; i++) {
            if (utf8[i] >= (byte) 0xF0 && utf8[i] < 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether a string consists only of ASCII characters, which UTF-8 and Chronicle encode in the same way. */
    static boolean isAscii(byte[] bytes, int from, int length) {
        for (int i = from; i < from + length; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }
}
