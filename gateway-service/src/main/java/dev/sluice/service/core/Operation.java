package dev.sluice.service.core;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.footprint.Footprint;

/**
 * The thing that a request asks for, resolved: a declared lookup or statement, or SQL that is allowed. One instance
 * stands for one statement, so that requests of the same operation can be recognised by identity.
 */
public interface Operation {

    /** The lookup or statement as the request names it; for messages. */
    String name();

    /** The name that its requests are counted under: of SQL that a job sent a short one without values. */
    default String countedAs() {
        return name();
    }

    /** Whether the configuration declares it by that name; otherwise the name is SQL that a job sent. */
    default boolean declared() {
        return true;
    }

    /**
     * The footprint of requests with arguments of these types. The same instance for the same statement and types, until more is
     * known of them.
     */
    Footprint footprint(Arguments arguments);

    /** The footprint found last, however long ago: for requests that are not asked. */
    default Footprint lastFootprint(Arguments arguments) {
        return footprint(arguments);
    }

    /** A request of it was planned, by the footprint that it had until then. */
    default void planned(Item request) {}

    /** Whether it writes; updates of one database keep their order. */
    boolean update();

    /** Whether requests of it may share a call at all. */
    boolean chunked();

    /** Whether equal arguments of one call are asked once: lookups only. */
    boolean sharesEqualKeys();

    /** Whether a run of updates that begins with this one takes the other in, where nothing else forbids it. */
    default boolean sharesRunWith(Operation other) {
        return true;
    }

    /** The most questions of it in one call. */
    int callLimit();

    /** Who answers it. */
    Backend backend();
}
