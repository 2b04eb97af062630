package dev.sluice.testing;

/** A gateway in the test's process. Its methods are for any thread. */
interface TestGateway extends AutoCloseable {

    /** The requests that have their result. */
    long answered();

    /** Takes the backend away once so many requests have their result; 0 for now. */
    void awayAfter(long answers);

    /** Brings the backend back. */
    void back();

    /**
     * Stops.
     *
     * @throws IllegalStateException if it had ended by itself; the cause says why
     */
    @Override
    void close();
}
