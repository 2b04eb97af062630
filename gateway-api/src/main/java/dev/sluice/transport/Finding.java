package dev.sluice.transport;

/**
 * One thing that a transport found at the place of its lanes.
 *
 * @param text a sentence, with the command that mends it where there is one
 */
public record Finding(Kind kind, String text) {

    /** How bad it is. */
    public enum Kind {
        /** It is as it should be. */
        NOTE,
        /** It works, and should be known. */
        WARNING,
        /** A promise does not hold, or nothing works. */
        PROBLEM
    }
}
