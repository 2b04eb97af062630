package dev.sluice.faults.simulate.world;

import java.util.Set;
import java.util.UUID;

/**
 * A process as databases and the judge know it.
 *
 * @param number tells it from all other runs
 * @param queue the input that it reads
 * @param lastRequest the index of the last request when it started
 * @param answered the index of the last answered request when it started
 * @param acceptsNewQueues whether it may claim the checkpoint of other queues
 * @param claimed the names of the checkpoints that it knows to have been its own; grows
 */
record Claimant(
        int number, UUID queue, long lastRequest, long answered, boolean acceptsNewQueues, Set<String> claimed) {}
