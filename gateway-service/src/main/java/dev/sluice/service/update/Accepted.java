package dev.sluice.service.update;

/**
 * Deviations of a checkpoint that an operator accepted with an option at the start. Without that option the gateway refuses to
 * start.
 *
 * @param newQueues whether a checkpoint may belong to other queues, because the queues were replaced on purpose
 * @param lostCommits whether a database may have lost commits that are noted beside the results, with no way to get them back
 */
public record Accepted(boolean newQueues, boolean lostCommits) {

    public static final Accepted NOTHING = new Accepted(false, false);
}
