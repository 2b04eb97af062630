package dev.sluice.replay.again;

/**
 * One field that differs.
 *
 * @param field a column, or {@code outcome}, {@code failure}, {@code count}, {@code rows} (how many), {@code row} (one that only
 *     one side has), {@code order}
 * @param first what the first side has, as text
 * @param second what the second side has
 */
public record Difference(String field, String first, String second) {

    /** What stands for something that is not there. */
    static final String NONE = "(none)";
}
