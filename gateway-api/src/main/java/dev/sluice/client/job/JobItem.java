package dev.sluice.client.job;

import dev.sluice.api.FutureRequests;
import dev.sluice.client.job.Job.RunChangedException;
import java.nio.file.Path;

/**
 * Sends the requests of one item of a run. Each request carries the names of its job, run and item, and the number of the method
 * call that sends it. If an earlier process of the run has already sent the request with that call number, this process does not
 * send it again, and the future gets the result from the output queue.
 *
 * <p>Thread-safe. But the method calls are numbered in the order in which they are made. So each time the body runs for the item,
 * it must make the calls in the same order.
 *
 * <p>If the earlier process sent a different request with that call number, the call throws {@link RunChangedException}.
 */
public interface JobItem extends FutureRequests {

    /** Returns the item's key. */
    String key();

    /** Returns the item's number in the run, from 1. */
    long number();

    /** Returns the directory of the queues that the run uses. */
    Path queues();

    /** Implements a user-defined interface like {@code Futures.declare}; its methods send requests of this item. */
    <T> T declare(Class<T> type);
}
