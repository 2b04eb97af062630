package dev.sluice.replay.prove;

import dev.sluice.api.QueueException;
import dev.sluice.internal.queue.scan.Recording;
import dev.sluice.internal.queue.scan.Recording.Scan;
import java.util.function.Consumer;

/** A queue, one document after another, past what cannot be reached, which is a finding. One thread. */
abstract class Walk<S extends Scan<?>> implements AutoCloseable {

    /** Takes violations as they are found, with the queue or database and the place there: counts all, hands the first ones over. */
    static final class Findings {

        private final Consumer<String> receiver;
        private final long limit;
        private long count;

        Findings(Consumer<String> receiver, long limit) {
            this.receiver = receiver;
            this.limit = limit;
        }

        void add(String where, String what) {
            if (count < limit) {
                receiver.accept(where + "  " + what);
            }
            count++;
        }

        long count() {
            return count;
        }
    }

    private final String queue;
    private final Recording recording;
    private final Findings findings;
    private final S scan;
    private long count;

    /** @param queue its name in findings */
    Walk(String queue, Recording recording, Findings findings, S scan) {
        this.queue = queue;
        this.recording = recording;
        this.findings = findings;
        this.scan = scan;
    }

    /** Goes to the next document, whatever it is; false if there is none now. */
    final boolean step() {
        boolean more = true;
        while (more) {
            try {
                if (!scan.next()) {
                    return false;
                }
                count++;
                return true;
            } catch (final QueueException e) {
                findings.add(queue, e.getMessage());
                forget();
                more = scan.skipFile();
            }
        }
        return false;
    }

    /** Documents may have been passed over. */
    abstract void forget();

    /** Where the document is, for findings. */
    abstract String place();

    final void find(String what) {
        findings.add(place(), what);
    }

    final Recording recording() {
        return recording;
    }

    final S document() {
        return scan;
    }

    final long count() {
        return count;
    }

    @Override
    public final void close() {
        scan.close();
    }
}
