package dev.sluice.perf.load;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;

/**
 * A result handler. Implementations override the methods for the expected kinds of result; any other kind ends the measurement.
 */
public interface ExpectedResults extends Results {

    @Override
    default void rows(RequestRef request, Rows rows) {
        throw new IllegalStateException(request + " was answered with rows");
    }

    @Override
    default void notFound(RequestRef request) {
        throw new IllegalStateException(request + " was not found");
    }

    @Override
    default void updated(RequestRef request, long count) {
        throw new IllegalStateException(request + " was answered with an update count");
    }

    @Override
    default void replied(RequestRef request, Rows reply) {
        throw new IllegalStateException(request + " was answered with the reply to an event");
    }

    @Override
    default void failed(RequestRef request, Failure failure) {
        throw new IllegalStateException(request + " failed: " + failure);
    }
}
