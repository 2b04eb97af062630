package dev.sluice.examples.letters;

import java.math.BigDecimal;

/** A contract as the job reads it: whom to ask about, and what the letter says. */
public record Contract(long id, long customerId, long addressId, String product, BigDecimal premium) {

    /** Returns the contract's name in a job's run. */
    public String key() {
        return Long.toString(id);
    }
}
