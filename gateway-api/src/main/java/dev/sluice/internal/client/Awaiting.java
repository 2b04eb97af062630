package dev.sluice.internal.client;

import dev.sluice.api.UnansweredException;
import dev.sluice.internal.queue.QueuePair;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;

/** Waits for the results of what some writers had written at one moment. One thread, the one that takes results. */
public final class Awaiting {

    private static final int BATCH = 256;
    private static final long SHORTEST_PAUSE_NANOS = 1_000;
    private static final long LONGEST_PAUSE_NANOS = 1_000_000;

    private final QueuePair queues;
    private final List<ClientRequests> writers;
    private final long[] until;

    public Awaiting(QueuePair queues, List<ClientRequests> writers) {
        this.queues = queues;
        this.writers = writers;
        this.until = writers.stream().mapToLong(ClientRequests::lastSequence).toArray();
    }

    /**
     * Polls until all are there.
     *
     * @param poll hands over so many results at most, and says how many
     * @throws UnansweredException if they are not there in time, or the thread is interrupted
     */
    public void await(IntUnaryOperator poll, long timeoutNanos) {
        final long start = System.nanoTime();
        long pause = SHORTEST_PAUSE_NANOS;
        long unanswered = unanswered();
        while (unanswered > 0) {
            final boolean some = poll.applyAsInt(BATCH) > 0;
            final long before = unanswered;
            unanswered = unanswered();
            if (some) {
                pause = SHORTEST_PAUSE_NANOS;
            }
            if (unanswered < before) {
                continue;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw gaveUp("interrupted");
            }
            if (System.nanoTime() - start >= timeoutNanos) {
                throw gaveUp("no result within " + Duration.ofNanos(timeoutNanos));
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(4 * pause, LONGEST_PAUSE_NANOS); // short ones last 50 us on Linux, however short
        }
    }

    private long unanswered() {
        long unanswered = 0;
        for (int i = 0; i < until.length; i++) {
            unanswered += Math.max(0, until[i] - writers.get(i).lastAnswered());
        }
        return unanswered;
    }

    private UnansweredException gaveUp(String why) {
        final long unanswered = unanswered();
        final long written = writers.stream().mapToLong(ClientRequests::written).sum();
        for (int i = 0; i < until.length; i++) {
            final ClientRequests requests = writers.get(i);
            if (requests.lastAnswered() < until[i]) {
                final String where = FirstUnanswered.find(queues, requests.writer(), requests.lastAnswered() + 1)
                        .map(position -> ", the first at " + position)
                        .orElse("");
                return new UnansweredException(
                        why + ": " + unanswered + " of " + written + " requests have no result" + where
                                + ". Is the gateway of " + queues.path() + " running? Its log says what it waits for",
                        unanswered);
            }
        }
        return new UnansweredException(why, unanswered);
    }
}
