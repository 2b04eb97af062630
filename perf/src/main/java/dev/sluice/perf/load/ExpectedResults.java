package dev.sluice.perf.load;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;

/** A result handler whose implementation overrides the expected kinds of result. Any other kind ends the measurement. */
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
        throw new IllegalStateException(request + " was answered with a count");
    }

    @Override
    default void replied(RequestRef request, Rows reply) {
        throw new IllegalStateException(request + " was answered like an event");
    }

    @Override
    default void failed(RequestRef request, Failure failure) {
        throw new IllegalStateException(request + " failed: " + failure);
    }
}
