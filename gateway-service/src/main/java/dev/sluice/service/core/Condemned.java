package dev.sluice.service.core;

import dev.sluice.internal.wire.RequestFrame;
import java.util.Optional;

/** Requests of which somebody decided that they are answered as failed instead of being asked. The service thread's. */
public interface Condemned {

    /**
     * What a request comes to.
     *
     * @param outcome unless it turns out that it was run before
     * @param former what it asked for, if the catalog does not know that any more but somebody may know that it was run;
     *     never asked
     */
    record Answer(Outcome outcome, Optional<Operation> former) {}

    /** None at all. */
    Condemned NONE = new Condemned() {
        @Override
        public long through() {
            return Notes.NONE;
        }

        @Override
        public Optional<Answer> of(long index, RequestFrame request) {
            return Optional.empty();
        }
    };

    /** No request behind this index is among them. */
    long through();

    /** What a request is answered with, if it is one of them. */
    Optional<Answer> of(long index, RequestFrame request);
}
