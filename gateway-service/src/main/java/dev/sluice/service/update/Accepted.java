package dev.sluice.service.update;

/**
 * What an operator said at the start that checkpoints may be.
 *
 * @param newQueues those of queues that were replaced on purpose
 * @param lostCommits those of databases that lost for good what is noted beside the results
 */
public record Accepted(boolean newQueues, boolean lostCommits) {

    public static final Accepted NOTHING = new Accepted(false, false);
}
