package dev.sluice.api;

/**
 * Receives results. For each request exactly one of these methods is called, in the order of the requests.
 *
 * <p>The methods are called on the thread that reads the results. The objects passed in are immutable and may be kept.
 */
public interface Results {

    /**
     * Called with the rows of a lookup that found something, of a query (possibly no rows), or of a committed update that returns
     * rows, for example by {@code RETURNING}.
     *
     * @param request the request that these rows answer
     * @param rows the rows; their order is defined only if the statement has an {@code ORDER BY}
     */
    void rows(RequestRef request, Rows rows);

    /**
     * Called for a lookup that found nothing.
     *
     * @param request the lookup
     */
    void notFound(RequestRef request);

    /**
     * Called for an update that was committed and returns no rows.
     *
     * @param request the update
     * @param count the number of changed rows
     */
    void updated(RequestRef request, long count);

    /**
     * Called for an event that its endpoint accepted.
     *
     * @param request the event
     * @param reply one row with the endpoint's reply to this event; no row if there is no reply
     */
    default void replied(RequestRef request, Rows reply) {
        rows(request, reply);
    }

    /**
     * Called for a request that failed. Other requests are not affected.
     *
     * @param request the request that failed
     * @param failure the reason
     */
    void failed(RequestRef request, Failure failure);

    /** Returns a receiver that drops all results. Any thread may use it. */
    static Results ignored() {
        return new Results() {
            @Override
            public void rows(RequestRef request, Rows rows) {}

            @Override
            public void notFound(RequestRef request) {}

            @Override
            public void updated(RequestRef request, long count) {}

            @Override
            public void failed(RequestRef request, Failure failure) {}
        };
    }
}
