package dev.sluice.service.pending;

import dev.sluice.queue.CorruptQueueException;
import dev.sluice.queue.LastAnswered;
import dev.sluice.queue.QueuePair;
import dev.sluice.queue.RequestReader;
import dev.sluice.wire.RequestFrame;
import dev.sluice.wire.RequestKind;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Requests for one name that have no result.
 *
 * @param count how many
 * @param updates how many of them may change something
 * @param first the index of the first
 * @param last the index of the last
 */
public record Waiting(long count, long updates, long first, long last) {

    private static final int AT_A_TIME = 1_000;

    private Waiting and(Waiting later) {
        return new Waiting(count + later.count, updates + later.updates, first, later.last);
    }

    /**
     * Looks through all that waits; takes half a second for each million or so.
     *
     * @param last the request answered last
     * @param names those that are looked for
     * @return what waits for each of them
     */
    public static SortedMap<String, Waiting> forNames(
            QueuePair queues, Optional<LastAnswered> last, Set<String> names) {
        final SortedMap<String, Waiting> found = new TreeMap<>();
        final RequestReader.Receiver counter = new RequestReader.Receiver() {
            @Override
            public void request(long index, long writtenNanos, RequestFrame request) {
                final String name = nameOf(request);
                if (names.contains(name)) {
                    found.merge(name, of(index, request), Waiting::and);
                }
            }

            @Override
            public void undecodable(long index, long writtenNanos, String why) {
                // it is answered as failed whatever is declared
            }
        };
        try (RequestReader reader = queues.unansweredRequests(last)) {
            while (reader.poll(counter, AT_A_TIME) > 0) {
                continue;
            }
        } catch (final CorruptQueueException e) {
            return found; // what is in front of the place is answered, and then the gateway says so
        }
        return found;
    }

    static Waiting of(long index, RequestFrame request) {
        final boolean changes = request.kind() == RequestKind.UPDATE || request.kind() == RequestKind.SEND;
        return new Waiting(1, changes ? 1 : 0, index, index);
    }

    /** The name that a request is declared under: SQL has one for all. */
    static String nameOf(RequestFrame request) {
        final boolean sql = request.kind() != RequestKind.LOOKUP
                && request.kind() != RequestKind.SEND
                && request.name().chars().anyMatch(Character::isWhitespace);
        return sql ? Declarations.AD_HOC : request.name();
    }
}
