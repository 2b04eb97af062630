package dev.sluice.replay.prove;

/**
 * Something that should not be so.
 *
 * @param where the queue and the position in it, as {@code in 20412:17}
 * @param what in words
 */
public record Violation(String where, String what) {

    @Override
    public String toString() {
        return where + "  " + what;
    }
}
