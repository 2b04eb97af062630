package dev.sluice.faults.kill;

import dev.sluice.internal.wire.RequestFrame;

/** Knows the requests of a lane and the answer to each, as if they were run one at a time. For one thread. */
public interface Model {

    /**
     * Runs a request after all earlier ones, and returns the expected answer in the words of {@link Verifier}. Reports a request
     * that is not due.
     *
     * @param where the place of the request, for people
     * @param number the number of the request on its lane, from 1; messages that are not requests count, too
     */
    String answer(String where, long number, RequestFrame request);

    /** Reports a message that cannot be read, unless the writers of the scenario write such messages. */
    void unreadable(String where, String why);

    /** Reports a request that must not be executed because of its number, unless the scenario has such requests. */
    void refused(String where, RequestFrame request);
}
