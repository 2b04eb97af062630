package dev.sluice.service.rest;

import dev.sluice.service.core.Outcome;
import dev.sluice.service.rest.Part.Asked;
import java.util.List;

/**
 * One item was asked often enough without an answer that can be believed: it is the item's fault, or the service's.
 *
 * @param failure what the item comes to if it is its own fault
 * @param reason why the service counts as away if it is not
 */
record Suspicion(Asked item, Outcome failure, String reason) {

    /** The item alone, to be asked once more. */
    Part part() {
        return Part.of(List.of(item), 0);
    }
}
