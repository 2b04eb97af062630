package dev.sluice.examples.letters;

import dev.sluice.client.job.JobOptions;
import java.math.BigDecimal;

/** A contract as the job reads it: whom to ask about, and what the letter says. */
public record Contract(long id, long customerId, long addressId, String product, BigDecimal premium) {

    /** No two letters have to do with the same contract, and what they read nobody changes: they may be on any lane. */
    static final JobOptions ANY_LANE = JobOptions.DEFAULTS.withLanes(Contract.class, Contract::key);

    /** Returns the contract's name in a job's run. */
    public String key() {
        return Long.toString(id);
    }
}
