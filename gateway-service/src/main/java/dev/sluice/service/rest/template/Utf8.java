package dev.sluice.service.rest.template;

/** Tells UTF-8 from other bytes: by table 3-7 of the Unicode Standard, so neither overlong forms nor half characters. */
public final class Utf8 {

    private Utf8() {}

    /** Whether it is nothing but whole characters. */
    public static boolean valid(byte[] bytes) {
        int i = 0;
        while (i < bytes.length) {
            final int first = bytes[i++];
            if (first >= 0) {
                continue;
            }
            final int more = following(first & 0xFF);
            if (more == 0 || bytes.length - i < more || !second(first & 0xFF, bytes[i] & 0xFF)) {
                return false;
            }
            for (int next = 1; next < more; next++) {
                if ((bytes[i + next] & 0xC0) != 0x80) {
                    return false;
                }
            }
            i += more;
        }
        return true;
    }

    /** How many bytes follow the first of a character; 0 if it is no first one. */
    private static int following(int first) {
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        return first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    }

    private static boolean second(int first, int second) {
        final int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        final int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        return second >= least && second <= most;
    }
}
