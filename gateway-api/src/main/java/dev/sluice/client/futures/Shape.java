package dev.sluice.client.futures;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Rows;

/**
 * What a result becomes, as the value of its future: one method is called for each result that is no failure. Immutable;
 * called on the thread of the futures' executor. What it throws ends that future alone.
 *
 * @param <T> the type of the future
 */
public interface Shape<T> {

    /** A lookup that found something, or a query. */
    default T rows(RequestRef request, Rows rows) {
        throw unexpected(request, "rows");
    }

    /** A lookup that found nothing. */
    default T notFound(RequestRef request) {
        throw unexpected(request, "that there is nothing");
    }

    /** An update that was committed. */
    default T updated(RequestRef request, long count) {
        throw unexpected(request, "a count of " + count);
    }

    /** An event that its endpoint took. */
    default T replied(RequestRef request, Rows reply) {
        return rows(request, reply);
    }

    private static IllegalStateException unexpected(RequestRef request, String what) {
        return new IllegalStateException(
                "'" + request.name() + "' was answered with " + what + ", which is not what it was asked for");
    }
}
