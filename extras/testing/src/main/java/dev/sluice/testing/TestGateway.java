package dev.sluice.testing;

/** A gateway in the test's process. Any thread may call its methods. */
interface TestGateway extends AutoCloseable {

    /** Returns the number of requests with a result. */
    long answered();

    /** Makes the backend unavailable once a number of requests have their results; 0 makes it unavailable now. */
    void awayAfter(long answers);

    /** Makes the backend available again. */
    void back();

    /**
     * Stops the gateway.
     *
     * @throws IllegalStateException if the gateway had failed before; the cause says why
     */
    @Override
    void close();
}
