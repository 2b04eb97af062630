package dev.sluice.examples.letters;

import dev.sluice.client.job.JobOptions;
import java.math.BigDecimal;

/** A contract as the job reads it, with the keys of its lookups and the data for its letter. */
public record Contract(long id, long customerId, long addressId, String product, BigDecimal premium) {

    /**
     * Spreads contracts over all lanes, because no two letters concern the same contract, and nobody changes the looked-up rows.
     */
    static final JobOptions ANY_LANE = JobOptions.DEFAULTS.withLanes(Contract.class, Contract::key);

    /** Returns the contract's key in a run of a job. */
    public String key() {
        return Long.toString(id);
    }
}
