package dev.sluice.service.core.plan;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.Operation;

/** Caches of lookup outcomes for requests with an equal key. The default methods cache nothing. Belongs to the service thread. */
public interface Caches {

    /** Caches that keep nothing. */
    Caches NONE = new Caches() {};

    /**
     * Answers a request from the cache if possible. Otherwise the outcome of the request is cached as soon as it is known. An
     * outcome is not used for later requests if it is a failure, or if an update that was added meanwhile may have changed it.
     *
     * @return whether the request is answered
     */
    default boolean answer(Item item, Operation operation, Arguments arguments) {
        return false;
    }

    /** Called when an update is added: later requests must not be answered with cached outcomes that the update may change. */
    default void written(Operation update, Arguments arguments) {}
}
