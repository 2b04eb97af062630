package dev.sluice.internal.client;

import dev.sluice.api.Position;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.RequestReader;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestReceiver;
import java.util.Optional;

/** Looks for one request in the input: for a message only, so that nobody has to remember where each one stands. */
public final class FirstUnanswered implements RequestReceiver {

    private final long writer;
    private final long sequence;
    private long found = -1;

    private FirstUnanswered(long writer, long sequence) {
        this.writer = writer;
        this.sequence = sequence;
    }

    public static Optional<Position> find(QueuePair queues, long writer, long sequence) {
        final FirstUnanswered search = new FirstUnanswered(writer, sequence);
        try (RequestReader reader = queues.requestsFromStart()) {
            while (search.found < 0 && reader.poll(search, 1) > 0) {
                continue;
            }
        }
        return search.found < 0 ? Optional.empty() : Optional.of(queues.inputPosition(search.found));
    }

    @Override
    public void request(long index, long writtenNanos, RequestFrame request) {
        if (request.writer() == writer && request.sequence() == sequence) {
            found = index;
        }
    }

    @Override
    public void undecodable(long index, long writtenNanos, String why) {
        // Not what is looked for.
    }
}
