package dev.sluice.service.pending;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.RequestReader;
import dev.sluice.internal.queue.ResultLog.LastAnswered;
import dev.sluice.internal.queue.files.UnreadableQueueException;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * Requests for one name that have no result.
 *
 * @param count how many
 * @param updates how many of them are updates of a database
 * @param first the index of the first
 * @param last the index of the last
 */
public record Waiting(long count, long updates, long first, long last) {

    private static final int AT_A_TIME = 1_000;

    private Waiting and(Waiting later) {
        return new Waiting(count + later.count, updates + later.updates, first, later.last);
    }

    /** Chooses among waiting requests. */
    public interface Choice {

        /** @param name what it is declared under, see {@link Declarations#AD_HOC} */
        boolean takes(long index, String name);
    }

    /**
     * Looks through all that waits; takes half a second for each million or so.
     *
     * @param last the request answered last
     * @param choice those that are counted
     * @param progress is told now and then how many were looked at
     * @return what waits for each name
     * @throws UnreadableQueueException if the input cannot be read to its end
     */
    public static SortedMap<String, Waiting> find(
            QueuePair queues, Optional<LastAnswered> last, Choice choice, LongConsumer progress) {
        return find(queues, last, choice, progress, false);
    }

    /** Whether updates that jobs sent as SQL wait, as far as the input can be read. */
    public static boolean hasSqlUpdates(QueuePair queues, Optional<LastAnswered> last) {
        return findReadable(queues, last, (index, name) -> name.equals(Declarations.AD_HOC)).values().stream()
                .anyMatch(waiting -> waiting.updates > 0);
    }

    /** Looks as far as the input can be read: the gateway answers what is before such a place, and then says so. */
    static SortedMap<String, Waiting> findReadable(QueuePair queues, Optional<LastAnswered> last, Choice choice) {
        return find(queues, last, choice, looked -> {}, true);
    }

    private static SortedMap<String, Waiting> find(
            QueuePair queues,
            Optional<LastAnswered> last,
            Choice choice,
            LongConsumer progress,
            boolean asFarAsReadable) {
        final SortedMap<String, Waiting> found = new TreeMap<>();
        final RequestReceiver counter = new RequestReceiver() {
            @Override
            public void request(long index, long writtenNanos, RequestFrame request) {
                final String name = nameOf(request);
                if (choice.takes(index, name)) {
                    found.merge(
                            name,
                            new Waiting(1, request.kind() == RequestKind.UPDATE ? 1 : 0, index, index),
                            Waiting::and);
                }
            }

            @Override
            public void undecodable(long index, long writtenNanos, String why) {
                // it is answered as failed whatever is declared or decided
            }
        };
        try (RequestReader reader = queues.unansweredRequests(last)) {
            long looked = 0;
            for (int read = reader.poll(counter, AT_A_TIME); read > 0; read = reader.poll(counter, AT_A_TIME)) {
                looked += read;
                progress.accept(looked);
            }
        } catch (final UnreadableQueueException e) {
            if (!asFarAsReadable) {
                throw e;
            }
        }
        return found;
    }

    /** The name that a request is declared under: SQL has one for all. */
    public static String nameOf(RequestFrame request) {
        final boolean sql = request.kind() != RequestKind.LOOKUP
                && request.kind() != RequestKind.SEND
                && request.name().chars().anyMatch(Character::isWhitespace);
        return sql ? Declarations.AD_HOC : request.name();
    }
}
