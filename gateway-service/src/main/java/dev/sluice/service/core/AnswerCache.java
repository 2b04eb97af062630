package dev.sluice.service.core;

import dev.sluice.internal.wire.Arguments;
import java.util.Optional;

/** Outcomes of one lookup, given again to requests with an equal key. Belongs to the service thread. */
public interface AnswerCache {

    /** Takes the outcome of one key when it is there. */
    interface Keeper {
        /** Keeps it, unless it is a failure or what it may have read was written since it was asked. */
        void keep(Outcome outcome);
    }

    /** The outcome of that key, if it is kept. */
    Optional<Outcome> find(Arguments key);

    /** For the outcome of that key, which is about to be asked for. */
    Keeper keeper(Arguments key);

    /** Forgets everything, and whatever was asked for before now and is not there yet. */
    void forget();
}
