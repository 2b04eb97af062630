package dev.sluice.service.core;

/**
 * The state of a backend when the service thread last checked it. Immutable.
 *
 * @param name the backend's name
 * @param condition whether the backend is called
 * @param sinceNanos when the condition began, on the service thread's clock; in the running service {@link System#nanoTime()}
 * @param attempts the number of failed attempts while the backend is unavailable or a misfit; 0 otherwise
 * @param reason the last error that the backend reported or that a call met; empty while the backend is open
 * @param held the number of requests in progress that wait for the backend. While the backend is slowed, only requests that are
 *     not in a call count. 0 while the backend is open
 */
public record BackendState(String name, Condition condition, long sinceNanos, int attempts, String reason, int held) {

    /** Whether, and how fast, a backend is called. */
    public enum Condition {
        /** Calls are made as fast as the backend answers and the configuration allows. */
        OPEN,
        /** Calls are made more slowly for a while, because the backend asked for that. */
        SLOWED,
        /** Calls are made, but one of them has had no answer for half of its time limit. */
        SILENT,
        /**
         * The backend can be reached, but its answers do not fit the configuration. Some or all of its calls are held until
         * that is fixed.
         */
        MISFIT,
        /** Only one call at a time is made, to test whether the backend is back. */
        AWAY
    }
}
