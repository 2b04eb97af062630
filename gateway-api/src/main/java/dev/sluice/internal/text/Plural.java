package dev.sluice.internal.text;

/** A number with its words, in singular or plural, for messages. */
public final class Plural {

    private Plural() {}

    /** Returns {@code 1 time} or {@code 2 times}; the words may include a verb, as in {@code 1 request waits}. */
    public static String of(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }
}
