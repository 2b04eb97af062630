package dev.sluice.service.core;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.footprint.Footprint;

/**
 * The result of a read that is not written to the output yet. Immutable; any thread may use it.
 *
 * @param arguments the arguments of the read
 * @param footprint the tables and rows that the read touches
 * @param item the request, which has its outcome
 */
public record ReadResult(Arguments arguments, Footprint footprint, Item item) {

    /**
     * The maximum size, in bytes, of a result that is stored with updates. If a result is larger, updates wait until it is
     * written.
     */
    public static final int LARGEST_KEPT = 16 << 10;

    /** The index of the request. */
    public long index() {
        return item.request().index();
    }

    /** Returns the fingerprint of the request, see {@link Question#fingerprint}. */
    public int fingerprint() {
        return arguments.fingerprint(item.request());
    }

    public Outcome outcome() {
        return item.outcome();
    }

    /** Whether updates may store this result: it must be small, and must not be a failure that an outage caused. */
    boolean keepable() {
        if (outcome() instanceof Outcome.Found found) {
            return found.rows().size() <= LARGEST_KEPT;
        }
        return !(outcome() instanceof Outcome.Failed failed)
                || failed.failure().kind() != FailureKind.UNAVAILABLE
                        && failed.failure().message().length() <= LARGEST_KEPT;
    }
}
