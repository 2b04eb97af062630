package dev.sluice.service.core;

/**
 * How a backend was when the service thread last looked. Immutable.
 *
 * @param name the backend's name
 * @param condition whether it is asked
 * @param sinceNanos since when, on the clock of the duty cycle: in the service {@link System#nanoTime()}
 * @param attempts how often it was tried in vain while it is away or a misfit; 0 otherwise
 * @param reason what it said last, or what was met; empty while it is open
 * @param held the requests in hand that wait for it; while it is slowed only those that are not being asked; 0 while it
 *     is open
 */
public record BackendState(String name, Condition condition, long sinceNanos, int attempts, String reason, int held) {

    /** Whether a backend is asked. */
    public enum Condition {
        /** As fast as it answers, and as is configured. */
        OPEN,
        /** Slower for a while, since it asked for that. */
        SLOWED,
        /** As it takes calls, but one of them has had no answer for half of the time that it may take. */
        SILENT,
        /**
         * It is there, and what it answers does not fit the configuration: some or all of its calls are held until that is
         * mended.
         */
        MISFIT,
        /** Not, but for one call at a time that tries whether it is back. */
        AWAY
    }
}
