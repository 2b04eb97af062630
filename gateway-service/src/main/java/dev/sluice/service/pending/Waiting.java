package dev.sluice.service.pending;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.UnreadableQueueException;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

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

    /** Sees each waiting request that can be read. */
    private interface Visitor {

        void visit(long index, RequestFrame request);
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
            Lane queues, Optional<LastAnswered> last, Choice choice, LongConsumer progress) {
        return find(queues, last, choice, progress, false);
    }

    /**
     * Whether updates under one of these names wait, as far as the input can be read; looks no further than the first.
     *
     * @param names see {@link Declarations#updatesOf}
     */
    public static boolean hasUpdates(Lane queues, Optional<LastAnswered> last, Set<String> names) {
        if (names.isEmpty()) {
            return false;
        }
        final AtomicBoolean found = new AtomicBoolean();
        final Visitor finder = (index, request) -> {
            if (request.kind() == RequestKind.UPDATE && names.contains(nameOf(request))) {
                found.set(true);
            }
        };
        look(queues, last, finder, looked -> !found.get(), true);
        return found.get();
    }

    /** Looks as far as the input can be read: the gateway answers what is before such a place, and then says so. */
    static SortedMap<String, Waiting> findReadable(Lane queues, Optional<LastAnswered> last, Choice choice) {
        return find(queues, last, choice, looked -> {}, true);
    }

    private static SortedMap<String, Waiting> find(
            Lane queues, Optional<LastAnswered> last, Choice choice, LongConsumer progress, boolean asFarAsReadable) {
        final SortedMap<String, Waiting> found = new TreeMap<>();
        final Visitor counter = (index, request) -> {
            final String name = nameOf(request);
            if (choice.takes(index, name)) {
                found.merge(
                        name, new Waiting(1, request.kind() == RequestKind.UPDATE ? 1 : 0, index, index), Waiting::and);
            }
        };
        look(
                queues,
                last,
                counter,
                looked -> {
                    progress.accept(looked);
                    return true;
                },
                asFarAsReadable);
        return found;
    }

    /** @param goesOn is told now and then how many were looked at, and says whether to look at more */
    private static void look(
            Lane queues, Optional<LastAnswered> last, Visitor visitor, LongPredicate goesOn, boolean asFarAsReadable) {
        final RequestReceiver receiver = new RequestReceiver() {
            @Override
            public void request(long index, long writtenNanos, RequestFrame request) {
                visitor.visit(index, request);
            }

            @Override
            public void undecodable(long index, long writtenNanos, String why) {
                // it is answered as failed whatever is declared or decided
            }
        };
        try (RequestReader reader = queues.waitingRequests(last)) {
            long looked = 0;
            int read;
            do {
                read = reader.poll(receiver, AT_A_TIME);
                looked += read;
            } while (read > 0 && goesOn.test(looked));
        } catch (final UnreadableQueueException e) {
            if (!asFarAsReadable) {
                throw e;
            }
        }
    }

    /** The name that a request is declared under: SQL has one for all. */
    public static String nameOf(RequestFrame request) {
        final boolean mayBeSql = request.kind() != RequestKind.LOOKUP && request.kind() != RequestKind.SEND;
        return mayBeSql ? nameOf(request.name()) : request.name();
    }

    /** As the other, by the name of a request that a database was asked. */
    public static String nameOf(String name) {
        return name.chars().anyMatch(Character::isWhitespace) ? Declarations.AD_HOC : name;
    }
}
