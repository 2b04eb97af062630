package dev.sluice.client.job;

import dev.sluice.api.FutureRequests;
import dev.sluice.client.job.Job.RunChangedException;
import java.nio.file.Path;

/**
 * Asks for one item of a run. Each request carries its job, run, item and the number of its call; what an earlier process
 * of the run has asked as that call is not asked again: its future gets the result from the output.
 *
 * <p>Thread-safe, but calls are numbered in the order they come: it must be the same each time.
 *
 * <p>A request that an earlier process of the run has asked in another way as that call throws {@link
 * RunChangedException}.
 */
public interface JobItem extends FutureRequests {

    /** The item's key. */
    String key();

    /** The item's number in the run, from 1. */
    long number();

    /** The directory of the queues that the run asks on. */
    Path queues();

    /** The job's own interface, asking for this item; otherwise as {@code Futures.declare}. */
    <T> T declare(Class<T> type);
}
