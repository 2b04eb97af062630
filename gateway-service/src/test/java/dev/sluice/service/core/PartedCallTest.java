package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A call that is parted before a request. */
class PartedCallTest extends NamedCalls {

    /** The update may wait for the result of the earlier part, and the earlier part for the update's: nobody would go on. */
    @Test
    void shouldWaitForNothingThatOnlyItsLaterPartHadToWaitFor() {
        final Call reads = call(customers, 1);
        ask(reads, customers, 5);
        final Call update = call(renaming, 4);
        reads.waitFor(update);
        assertEquals(Optional.of(update), reads.waitsFor());
        final Call later = reads.partBefore(4).orElseThrow();
        assertEquals(1, reads.lastIndex());
        assertEquals(5, later.lastIndex());
        assertEquals(Optional.empty(), reads.waitsFor());
    }
}
