package dev.sluice.testing;

/** A gateway in the test's process. Its methods are for any thread. */
interface TestGateway extends AutoCloseable {

    /** The requests that have their result. */
    long answered();

    /** What it asks is away once so many requests have their result; 0 for now. */
    void awayAfter(long answers);

    /** What it asks is there again. */
    void back();

    /**
     * Stops.
     *
     * @throws IllegalStateException if it had ended by itself; the cause says why
     */
    @Override
    void close();
}
