package dev.sluice.client.job;

import java.util.Optional;
import java.util.concurrent.Callable;

/** Keeps for each thread the item whose body runs on that thread. */
final class CurrentItem {

    private static final ThreadLocal<JobItem> CURRENT = new ThreadLocal<>();

    private CurrentItem() {}

    static Optional<JobItem> get() {
        return Optional.ofNullable(CURRENT.get());
    }

    static <R> R during(JobItem item, Callable<R> body) throws Exception {
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
