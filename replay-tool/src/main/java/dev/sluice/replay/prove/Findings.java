package dev.sluice.replay.prove;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.scan.Scan;
import java.util.function.Consumer;

/** Takes violations as they are found: all are counted, the first ones handed over. One thread. */
final class Findings {

    private final Consumer<Violation> receiver;
    private final long limit;
    private long count;

    Findings(Consumer<Violation> receiver, long limit) {
        this.receiver = receiver;
        this.limit = limit;
    }

    void add(String where, String what) {
        if (count < limit) {
            receiver.accept(new Violation(where, what));
        }
        count++;
    }

    /**
     * Goes to the next document, past what cannot be reached, which is a finding.
     *
     * @param queue its name in findings
     * @param unreached told when documents may have been passed over
     * @return false if there is none now
     */
    boolean next(Scan<?> scan, String queue, Runnable unreached) {
        boolean more = true;
        while (more) {
            try {
                return scan.next();
            } catch (final QueueException e) {
                add(queue, e.getMessage());
                unreached.run();
                more = scan.skipFile();
            }
        }
        return false;
    }

    long count() {
        return count;
    }
}
