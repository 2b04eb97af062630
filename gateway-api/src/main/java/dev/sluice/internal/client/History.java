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
 * The requests that earlier processes of a run sent for items that are not handled yet; together they are called the history. The
 * history is kept in memory. Its size is bounded, because the earlier process bounded the number of its open items.
 *
 * <p>One thread reads the history before other threads use it. After that any thread may search it, and the reader thread adds
 * the results.
 */
public final class History {

    private static final int BATCH = 1_024;

    /** One request that an earlier process sent. */
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

    /** Returns the empty history of a run that has sent no requests on a lane. */
    static History none(RunName name, OfLane mark) {
        return new History(name, 0, mark);
    }

    /**
     * Reads the requests that a lane has after the run's place, which is the position from which the run continues.
     *
     * @param handled the number of handled items, whose requests are left out
     * @param lastRequest the index of the last request to read
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
                    behind[0] |= index >= lastRequest; // otherwise ignored: the gateway answers the message as failed
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
        // If a call was sent again after a failure, the later request replaces the earlier one.
        items.computeIfAbsent(key, item -> new HashMap<>())
                .put(
                        call.get(),
                        new PastRequest(
                                index, request.kind(), request.name(), request.arguments(), new CompletableFuture<>()));
    }

    /**
     * Whether the item of a request with these headers is handled. The item's number decides this, because a continued run must
     * have the same items in the same order.
     */
    private boolean isHandled(Map<String, String> headers) {
        try {
            return Long.parseLong(headers.get(RequestFrame.ITEM_NUMBER)) <= handled;
        } catch (final NumberFormatException e) {
            return true; // not a request of a job; another program uses the same header names
        }
    }

    /**
     * Whether a request is sent again even if it succeeded. After a failure has stopped the run, all reads are sent again,
     * because the result of a read may have caused the failure.
     */
    private boolean isAskedAgain(long index, CallNumber call) {
        return !call.changes() && index <= mark.askAgainUpTo();
    }

    /**
     * Returns the request that an earlier process sent for that item with that call number, if there is one. Any thread may call
     * this.
     */
    public Optional<PastRequest> find(String key, CallNumber call) {
        final Map<CallNumber, PastRequest> calls = items.get(key);
        return calls == null ? Optional.empty() : Optional.ofNullable(calls.get(call));
    }

    /** Returns the highest call number of that item, either among its changes or among its reads. Any thread may call this. */
    public CallNumber last(String key, boolean changes) {
        final Map<CallNumber, PastRequest> calls = items.get(key);
        if (calls == null) {
            return new CallNumber(changes, 0); // most items have no calls, so this is checked first
        }
        final int last = calls.keySet().stream()
                .filter(call -> call.changes() == changes)
                .mapToInt(CallNumber::number)
                .max()
                .orElse(0);
        return new CallNumber(changes, last);
    }

    /** Removes the requests of a handled item. Any thread may call this. */
    public void forget(String key) {
        items.remove(key);
    }

    /** Whether an earlier process sent requests for that item on this lane. Any thread may call this. */
    public boolean has(String key) {
        return items.containsKey(key);
    }

    /** Whether no request of an earlier process is needed any more. Any thread may call this. */
    public boolean isEmpty() {
        return items.isEmpty();
    }

    /** Receives a result; most results answer requests that are not in this history. Called on the reader thread. */
    void result(ResultFrame result) {
        if (!unanswered.isEmpty()) {
            final PastRequest asked = unanswered.remove(result.request().index());
            if (asked != null) {
                asked.result.complete(result);
            }
        }
    }

    /** Returns how many requests of this history have no result yet. Called on the reader thread. */
    long unanswered() {
        return unanswered.size();
    }

    /**
     * Completes the futures of the requests without a result with a failure, because no more results will be read. Called on the
     * reader thread, or after this thread has ended.
     */
    void ended(RuntimeException why) {
        final Collection<PastRequest> open = unanswered.values();
        open.forEach(asked -> asked.result.completeExceptionally(why));
    }

    /**
     * The number of a call with which an item's body sends a request. Updates and events are counted separately from reads. So
     * updates and events keep their numbers even if, after a restart, a body gets different answers and sends more or fewer
     * reads.
     *
     * @param changes whether the call sends an update or an event
     * @param number the number, from 1, among the item's updates and events, or among its reads
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

        /** Returns the form in which a header of the request carries the number. */
        @Override
        public String toString() {
            return (changes ? CHANGE : READ) + number;
        }
    }
}
