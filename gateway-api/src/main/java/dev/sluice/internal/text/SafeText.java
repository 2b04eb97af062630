package dev.sluice.internal.text;

import java.util.regex.Pattern;

/** Makes untrusted text safe to print on one line of a log or a terminal. */
public final class SafeText {

    /** Line ends, control characters, format characters such as a change of text direction, and unpaired surrogates. */
    private static final Pattern UNSAFE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

    private SafeText() {}

    /** Returns the text with each unsafe character replaced by a question mark. */
    public static String of(String text) {
        return UNSAFE.matcher(text).replaceAll("?");
    }
}
