package dev.sluice.api;

/**
 * Takes results: exactly one of these calls for each request, in request order.
 *
 * <p>Called on the thread that reads. What is passed in may be kept; it is immutable.
 */
public interface Results {

    /**
     * A lookup that found something, a query (with no rows, too), or an update that was committed and returns rows, as {@code
     * RETURNING} does.
     *
     * @param request what was asked
     * @param rows what was found or returned, in the database's order where the statement has an {@code ORDER BY}
     */
    void rows(RequestRef request, Rows rows);

    /**
     * A lookup that found nothing.
     *
     * @param request what was asked
     */
    void notFound(RequestRef request);

    /**
     * An update that was committed, and returns no rows.
     *
     * @param request what was asked
     * @param count the rows it changed
     */
    void updated(RequestRef request, long count);

    /**
     * An event that its endpoint took.
     *
     * @param request what was sent
     * @param reply what the endpoint said to this event, if it says anything: one row, or none
     */
    default void replied(RequestRef request, Rows reply) {
        rows(request, reply);
    }

    /**
     * A request that failed, by itself: its neighbours are not affected.
     *
     * @param request what was asked
     * @param failure why
     */
    void failed(RequestRef request, Failure failure);

    /** Takes results and forgets them. Any thread. */
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
