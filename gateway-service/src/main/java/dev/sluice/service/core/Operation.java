package dev.sluice.service.core;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.footprint.Footprint;

/**
 * The operation that a request names: a declared lookup, statement or endpoint, or ad hoc SQL that is allowed. There is one
 * instance for each statement, so that requests of the same operation can be recognised by identity.
 */
public interface Operation {

    /** Returns the name of the lookup or statement as it is in the request; for messages. */
    String name();

    /** Returns the name under which requests are counted. For SQL that a job sent, this is a short name without values. */
    default String countedAs() {
        return name();
    }

    /** Whether the configuration declares the operation by its name; if not, the name is SQL that a job sent. */
    default boolean declared() {
        return true;
    }

    /**
     * Returns the footprint of requests with arguments of these types. For the same types, returns the same instance, until more
     * is known about the tables of the operation.
     */
    Footprint footprint(Arguments arguments);

    /** Returns the footprint that was found last, even if it is outdated; for requests that are not sent to a backend. */
    default Footprint lastFootprint(Arguments arguments) {
        return footprint(arguments);
    }

    /** Called after a request of this operation was planned with the current footprint. */
    default void planned(Item request) {}

    /** Whether the operation writes. Updates of one database keep their order. */
    boolean update();

    /** Whether requests of this operation may share a call at all. */
    boolean chunked();

    /** Whether requests with equal arguments share one question of a call; true only for lookups. */
    boolean sharesEqualKeys();

    /**
     * Whether a run of updates that begins with this operation may also contain the other operation, if nothing else forbids it.
     */
    default boolean sharesRunWith(Operation other) {
        return true;
    }

    /** Returns the maximum number of questions of this operation in one call. */
    int callLimit();

    /** Returns the backend that executes the operation. */
    Backend backend();
}
