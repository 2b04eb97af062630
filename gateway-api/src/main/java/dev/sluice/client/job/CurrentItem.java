package dev.sluice.client.job;

import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * The item whose body runs on a thread: for code that cannot be handed a {@link JobItem}, such as a JDBC driver under a
 * job's DAOs. {@link Job#run} sets it around each body; a loop of one's own, over {@link Job#item}, does it by {@link #during}.
 */
public final class CurrentItem {

    private static final ThreadLocal<JobItem> CURRENT = new ThreadLocal<>();

    private CurrentItem() {}

    /** Returns the item whose body runs on this thread, empty outside of all bodies. */
    public static Optional<JobItem> get() {
        return Optional.ofNullable(CURRENT.get());
    }

    /** Runs the body of an item on this thread. */
    public static <R> R during(JobItem item, Callable<R> body) throws Exception {
        final JobItem outer = CURRENT.get();
        CURRENT.set(item);
        try {
            return body.call();
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }
}
