package dev.sluice.internal.text;

import java.util.regex.Pattern;

/** Texts of others, fit for a line of a log or a terminal. */
public final class SafeText {

    /** Ends a line, steers a terminal, turns the direction of what comes after it, or is half a character. */
    private static final Pattern UNSAFE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

    private SafeText() {}

    /** The text with a question mark for each unsafe character. */
    public static String of(String text) {
        return UNSAFE.matcher(text).replaceAll("?");
    }
}
