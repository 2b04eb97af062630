package dev.sluice.transport;

/**
 * One finding of a transport's review of its lanes.
 *
 * @param kind how serious the finding is
 * @param text a sentence, with the command that corrects the problem if there is such a command
 */
public record Finding(Kind kind, String text) {

    /** How serious a finding is. */
    public enum Kind {
        /** Everything is as it should be. */
        NOTE,
        /** The lanes work, but the operator should know this. */
        WARNING,
        /** A promise of Sluice does not hold, or the lanes cannot be used at all. */
        PROBLEM
    }
}
