package dev.sluice.service.core;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.footprint.Footprint;

/**
 * The result of a read, before it is written. Immutable, and for any thread.
 *
 * @param arguments of the read
 * @param footprint what the read touches
 * @param item the request, which is answered
 */
public record ReadResult(Arguments arguments, Footprint footprint, Item item) {

    /** A result beyond so many bytes is not kept with updates: they wait until it is written. */
    public static final int LARGEST_KEPT = 16 << 10;

    /** The index of the request. */
    public long index() {
        return item.request().index();
    }

    /** As {@link Question#fingerprint}. */
    public int fingerprint() {
        return arguments.fingerprint(item.request());
    }

    public Outcome outcome() {
        return item.outcome();
    }

    /** Whether an update may keep it: it is small, and asked again it would not be another one for an outage that is over. */
    boolean keepable() {
        if (outcome() instanceof Outcome.Found found) {
            return found.rows().size() <= LARGEST_KEPT;
        }
        return !(outcome() instanceof Outcome.Failed failed)
                || failed.failure().kind() != FailureKind.UNAVAILABLE
                        && failed.failure().message().length() <= LARGEST_KEPT;
    }
}
