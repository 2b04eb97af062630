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
 * The requests with one name that still wait for their results.
 *
 * @param count the number of requests
 * @param updates the number of those requests that are updates of a database
 * @param first the index of the first request
 * @param last the index of the last request
 */
public record Waiting(long count, long updates, long first, long last) {

    private static final int AT_A_TIME = 1_000;

    private Waiting and(Waiting later) {
        return new Waiting(count + later.count, updates + later.updates, first, later.last);
    }

    /** Selects some of the waiting requests. */
    public interface Choice {

        /** @param name the name under which the request is declared; for SQL that is {@link Declarations#AD_HOC} */
        boolean takes(long index, String name);
    }

    /** Visits each waiting request that can be read. */
    private interface Visitor {

        void visit(long index, RequestFrame request);
    }

    /**
     * Reads all waiting requests; takes about half a second for a million.
     *
     * @param last the last request that has a result
     * @param choice selects the requests that are counted
     * @param progress receives, from time to time, the number of requests read so far
     * @return the waiting requests of each name
     * @throws UnreadableQueueException if the input cannot be read to its end
     */
    public static SortedMap<String, Waiting> find(
            Lane queues, Optional<LastAnswered> last, Choice choice, LongConsumer progress) {
        return find(queues, last, choice, progress, false);
    }

    /**
     * Whether updates with one of these names wait, as far as the input can be read. Stops reading soon after the first such
     * update.
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

    /**
     * Reads up to the first unreadable place, because the gateway answers the requests before that place and then reports the
     * place.
     */
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

    /** @param goesOn receives, from time to time, the number of requests read so far; decides whether to read more */
    private static void look(
            Lane queues, Optional<LastAnswered> last, Visitor visitor, LongPredicate goesOn, boolean asFarAsReadable) {
        final RequestReceiver receiver = new RequestReceiver() {
            @Override
            public void request(long index, long writtenNanos, RequestFrame request) {
                visitor.visit(index, request);
            }

            @Override
            public void undecodable(long index, long writtenNanos, String why) {
                // an undecodable request gets a failure as its result, whatever the declarations and decisions are
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

    /** Returns the name under which a request is declared; all SQL has the same name. */
    public static String nameOf(RequestFrame request) {
        final boolean mayBeSql = request.kind() != RequestKind.LOOKUP && request.kind() != RequestKind.SEND;
        return mayBeSql ? nameOf(request.name()) : request.name();
    }

    /** Returns the name under which a database request with this name is declared; all SQL has the same name. */
    public static String nameOf(String name) {
        return name.chars().anyMatch(Character::isWhitespace) ? Declarations.AD_HOC : name;
    }
}
