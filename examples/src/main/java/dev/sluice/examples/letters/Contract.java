package dev.sluice.examples.letters;

import dev.sluice.client.job.JobOptions;
import java.math.BigDecimal;

/** A contract as the job reads it, with the keys of its lookups and the data for its letter. */
public record Contract(long id, long customerId, long addressId, String product, BigDecimal premium) {

    /**
     * Distributes the contracts over all lanes. Their order does not matter, because each letter concerns another contract, and
     * nobody changes the rows that the job looks up. The run may be started after its end, as the demo keeps a record of its own of
     * runs that are done.
     */
    static final JobOptions ANY_LANE =
            JobOptions.DEFAULTS.withLanes(Contract.class, Contract::key).allowingStartIfEnded();

    /** Returns the key that identifies the contract in a run of a job. */
    public String key() {
        return Long.toString(id);
    }
}
