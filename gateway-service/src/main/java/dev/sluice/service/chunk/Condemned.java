package dev.sluice.service.chunk;

import dev.sluice.wire.RequestFrame;
import java.util.Optional;

/** Requests of which somebody decided that they are answered as failed instead of being asked. The service thread's. */
public interface Condemned {

    /** None at all. */
    Condemned NONE = new Condemned() {
        @Override
        public long through() {
            return Notes.NONE;
        }

        @Override
        public Optional<Outcome> of(long index, RequestFrame request) {
            return Optional.empty();
        }
    };

    /** No request behind this index is among them. */
    long through();

    /** What a request is answered with, if it is one of them. */
    Optional<Outcome> of(long index, RequestFrame request);
}
