package dev.sluice.internal.client;

import dev.sluice.api.UnansweredException;
import dev.sluice.internal.text.Plural;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.transport.Lane;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.RequestWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for the results of all requests that the given writers had written when this object was created. Used by the thread that
 * reads the results.
 */
public final class Awaiting {

    private static final long SHORTEST_PAUSE_NANOS = 1_000;
    private static final long LONGEST_PAUSE_NANOS = 1_000_000;
    private static final long NOWHERE = -1;

    private final Lane queues;
    private final List<RequestWriter> writers;
    private final Duration timeout;
    private final long[] until;
    private final long startNanos = System.nanoTime();
    private long unanswered;
    private long pauseNanos = SHORTEST_PAUSE_NANOS;

    public Awaiting(Lane queues, List<RequestWriter> writers, Duration timeout) {
        this.queues = queues;
        this.writers = writers;
        this.timeout = timeout;
        this.until = writers.stream().mapToLong(RequestWriter::lastSequence).toArray();
        this.unanswered = unanswered();
    }

    public boolean isOver() {
        return unanswered == 0;
    }

    /**
     * Called after each poll for results; pauses if none of the awaited results arrived.
     *
     * @param some whether the poll read any results
     * @throws UnansweredException if the timeout ends before all results have arrived, or the thread is interrupted
     */
    public void looked(boolean some) {
        final long before = unanswered;
        unanswered = unanswered();
        pauseNanos = some ? SHORTEST_PAUSE_NANOS : pauseNanos;
        if (unanswered < before) {
            return;
        } else if (Thread.currentThread().isInterrupted()) {
            throw gaveUp("interrupted");
        } else if (System.nanoTime() - startNanos >= timeout.toNanos()) {
            throw gaveUp("no result within " + timeout);
        }
        LockSupport.parkNanos(pauseNanos);
        pauseNanos = Math.min(4 * pauseNanos, LONGEST_PAUSE_NANOS); // on Linux each pause lasts at least 50 us
    }

    private long unanswered() {
        long open = 0;
        for (int i = 0; i < until.length; i++) {
            open += Math.max(0, until[i] - writers.get(i).lastAnswered());
        }
        return open;
    }

    private UnansweredException gaveUp(String why) {
        final long written = writers.stream().mapToLong(RequestWriter::written).sum();
        String where = "";
        for (int i = 0; where.isEmpty() && i < until.length; i++) {
            final RequestWriter writer = writers.get(i);
            where = writer.lastAnswered() < until[i] ? first(queues, writer, writer.lastAnswered() + 1) : "";
        }
        return new UnansweredException(
                why + ": " + unanswered + " of " + Plural.of(written, "request has", "requests have") + " no result"
                        + where + ". "
                        + EmbeddedLanes.holdsUp(queues)
                                .map(held -> "The gateway in this process does not read them: " + held)
                                .orElse("Is the gateway of " + queues.address()
                                        + " running? Its log says what it waits for"),
                unanswered);
    }

    /**
     * Returns the position of the request with that number, as a part of a message; an empty string if the request is not found.
     * This method searches the input, so that no client has to remember the positions of its requests.
     */
    public static String first(Lane queues, RequestWriter writer, long sequence) {
        final AtomicLong found = new AtomicLong(NOWHERE);
        final RequestReceiver search = new RequestReceiver() {
            @Override
            public void request(long index, long writtenNanos, RequestFrame request) {
                if (request.writer() == writer.writer() && request.sequence() == sequence) {
                    found.set(index);
                }
            }

            @Override
            public void undecodable(long index, long writtenNanos, String why) {
                // An unreadable request cannot be the wanted request, because this client wrote the wanted request.
            }
        };
        try (RequestReader reader = queues.requestsFromStart()) {
            while (found.get() == NOWHERE && reader.poll(search, 1) > 0) {
                continue;
            }
        }
        return found.get() == NOWHERE ? "" : ", the first at " + queues.inputPosition(found.get());
    }
}
