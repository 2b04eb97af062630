package dev.sluice.service.rest;

import java.nio.charset.StandardCharsets;

/** What others wrote, as messages show it: short, and in one line. */
final class Quote {

    private static final int SHOWN = 200;

    private Quote() {}

    static String of(String text) {
        final StringBuilder out = new StringBuilder();
        final String start = text.substring(0, Math.min(text.length(), 4 * SHOWN));
        boolean space = false;
        int shown = 0;
        for (int i = 0; i < start.length(); ) {
            final int c = start.codePointAt(i);
            i += Character.charCount(c);
            if (Character.isISOControl(c) || Character.isWhitespace(c) || Character.getType(c) == Character.SURROGATE) {
                space = out.length() > 0;
                continue;
            }
            if (shown == SHOWN) {
                return out.append('…').toString();
            }
            if (space) {
                out.append(' ');
                shown++;
                space = false;
            }
            out.appendCodePoint(c);
            shown++;
        }
        return start.length() < text.length() ? out.append('…').toString() : out.toString();
    }

    /** A body: what is no text in UTF-8 shows as question marks. */
    static String of(byte[] body) {
        return of(new String(body, 0, Math.min(body.length, 8 * SHOWN), StandardCharsets.UTF_8));
    }
}
