package dev.sluice.service.core.plan;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.Operation;

/** Outcomes of lookups, given again to requests with an equal key; unless implemented, none are. Belongs to the service thread. */
public interface Caches {

    /** Keep nothing. */
    Caches NONE = new Caches() {};

    /**
     * Answers a request whose outcome is kept. The outcome of any other is kept when it is there, unless it is a failure, or
     * what it may have read was written since it was asked.
     *
     * @return whether it is answered
     */
    default boolean answer(Item item, Operation operation, Arguments arguments) {
        return false;
    }

    /** An update was read: requests after it must not be answered with what it may change. */
    default void written(Operation update, Arguments arguments) {}
}
