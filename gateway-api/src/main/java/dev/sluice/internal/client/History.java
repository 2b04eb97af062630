package dev.sluice.internal.client;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.client.RunFile.OfLane;
import dev.sluice.internal.client.RunFile.RunName;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.RequestReader;
import dev.sluice.transport.RunPlace;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The requests that earlier processes of a run asked for items that are not handled yet. In memory are as many requests as an earlier
 * process had open, which its loop has bounded.
 *
 * <p>Read by one thread before there are others; then asked by any, and given results by the one that reads.
 */
public final class History {

    private static final int BATCH = 1_024;

    /** One request, by the item that it was asked for and the number of its call there. */
    public record PastRequest(
            long index, RequestKind kind, String name, Arguments arguments, CompletableFuture<ResultFrame> result) {

        public boolean equalsNow(RequestKind otherKind, String otherName, Object[] otherArguments) {
            return kind == otherKind && name.equals(otherName) && arguments.equals(Arguments.of(otherArguments));
        }

        @Override
        public String toString() {
            return kind.event() + " '" + name + "' " + arguments;
        }
    }

    private final RunName name;
    private final long handled;
    private final OfLane mark;
    private final Map<String, Map<CallNumber, PastRequest>> items = new ConcurrentHashMap<>();
    private final Map<Long, PastRequest> unanswered = new HashMap<>();

    private History(RunName name, long handled, OfLane mark) {
        this.name = name;
        this.handled = handled;
        this.mark = mark;
    }

    /** The history of a run that asked nothing yet on a lane. */
    static History none(RunName name, OfLane mark) {
        return new History(name, 0, mark);
    }

    /**
     * Reads what is on a lane's queue after the run's place.
     *
     * @param handled so many items are handled: what was asked for them is left out
     * @param lastRequest the index up to which there is something to read
     */
    static History read(RunName name, RunPlace place, long handled, OfLane mark, long lastRequest) {
        final History history = new History(name, handled, mark);
        final boolean[] behind = {false};
        try (RequestReader requests = place.requestsFromBegin()) {
            final RequestReceiver receiver = new RequestReceiver() {
                @Override
                public void request(long index, long writtenNanos, RequestFrame request) {
                    behind[0] |= index >= lastRequest;
                    history.take(index, request);
                }

                @Override
                public void undecodable(long index, long writtenNanos, String why) {
                    behind[0] |= index >= lastRequest; // the gateway answers it as failed
                }
            };
            while (!behind[0] && requests.poll(receiver, BATCH) > 0) {
                continue;
            }
        }
        history.items
                .values()
                .forEach(calls -> calls.values().forEach(asked -> history.unanswered.put(asked.index, asked)));
        return history;
    }

    private void take(long index, RequestFrame request) {
        final Map<String, String> headers = request.headers();
        if (index <= mark.behind()
                || !name.job().equals(headers.get(RequestFrame.JOB))
                || !name.run().equals(headers.get(RequestFrame.RUN))) {
            return;
        }
        final Optional<CallNumber> call = CallNumber.parse(headers.getOrDefault(RequestFrame.CALL, ""));
        final String key = headers.get(RequestFrame.ITEM);
        if (key == null || call.isEmpty() || isHandled(headers) || isAskedAgain(index, call.get())) {
            return;
        }
        // A call that was asked again, after a failure, is the later one.
        items.computeIfAbsent(key, item -> new HashMap<>())
                .put(
                        call.get(),
                        new PastRequest(
                                index, request.kind(), request.name(), request.arguments(), new CompletableFuture<>()));
    }

    /** Numbers of handled items mean the same items each time, as those are compared when the run is continued. */
    private boolean isHandled(Map<String, String> headers) {
        try {
            return Long.parseLong(headers.get(RequestFrame.ITEM_NUMBER)) <= handled;
        } catch (final NumberFormatException e) {
            return true; // somebody else's, who happens to have headers of these names
        }
    }

    /** After a stop reads are asked again in any case: what they found, or did not, may have been the cause. */
    private boolean isAskedAgain(long index, CallNumber call) {
        return !call.changes() && index <= mark.askAgainUpTo();
    }

    /** Returns the request that was asked for that item as that call, if there is one. Any thread. */
    public Optional<PastRequest> find(String key, CallNumber call) {
        final Map<CallNumber, PastRequest> calls = items.get(key);
        return calls == null ? Optional.empty() : Optional.ofNullable(calls.get(call));
    }

    /** The last call that was asked for that item, of those that change something or of the others. Any thread. */
    public CallNumber last(String key, boolean changes) {
        final Map<CallNumber, PastRequest> calls = items.get(key);
        if (calls == null) {
            return new CallNumber(changes, 0); // as for most items, so without a look at their calls
        }
        final int last = calls.keySet().stream()
                .filter(call -> call.changes() == changes)
                .mapToInt(CallNumber::number)
                .max()
                .orElse(0);
        return new CallNumber(changes, last);
    }

    /** Forgets an item that is handled. Any thread. */
    public void forget(String key) {
        items.remove(key);
    }

    /** Whether something was asked for that item on this lane. Any thread. */
    public boolean has(String key) {
        return items.containsKey(key);
    }

    /** Whether something of an earlier process is still needed. Any thread. */
    public boolean isEmpty() {
        return items.isEmpty();
    }

    /** A result; of somebody else's request, mostly. The thread that reads. */
    void result(ResultFrame result) {
        if (!unanswered.isEmpty()) {
            final PastRequest asked = unanswered.remove(result.request().index());
            if (asked != null) {
                asked.result.complete(result);
            }
        }
    }

    /** How many have no result yet. The thread that reads. */
    long unanswered() {
        return unanswered.size();
    }

    /** No more results will be read. The thread that read, or when there is none any more. */
    void ended(RuntimeException why) {
        final Collection<PastRequest> open = unanswered.values();
        open.forEach(asked -> asked.result.completeExceptionally(why));
    }

    /**
     * Which call of an item: those that change something are counted apart, so that they keep their numbers when a body that
     * gets other answers asks more or less.
     *
     * @param changes whether it is an update or an event
     * @param number from 1, among those of the item
     */
    public record CallNumber(boolean changes, int number) {

        private static final String CHANGE = "change-";
        private static final String READ = "read-";

        public static boolean changes(RequestKind kind) {
            return kind == RequestKind.UPDATE || kind == RequestKind.SEND;
        }

        /** Parses the text of {@link #toString}; empty for any other text. */
        static Optional<CallNumber> parse(String text) {
            final boolean changes = text.startsWith(CHANGE);
            if (!changes && !text.startsWith(READ)) {
                return Optional.empty();
            }
            try {
                final int number = Integer.parseInt(text.substring(text.indexOf('-') + 1));
                return Optional.of(new CallNumber(changes, number));
            } catch (final NumberFormatException e) {
                return Optional.empty();
            }
        }

        /** Returns the text that travels with the request. */
        @Override
        public String toString() {
            return (changes ? CHANGE : READ) + number;
        }
    }
}
