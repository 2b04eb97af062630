package dev.sluice.client.loop;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import dev.sluice.client.loop.Pipeline.Between;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of a pipeline. Answers come in the order of the requests, so the open items form a queue: the next answer is for the
 * first item. When a step sends further requests, its item goes to the end of the queue. Used by one thread.
 */
final class PipelineRun<T> implements Results {

    private static final int BATCH = 256;
    private static final int ITEMS_BETWEEN_LOOKS = 64;
    private static final long SHORTEST_PAUSE_NANOS = 1_000;
    private static final long LONGEST_PAUSE_NANOS = 1_000_000;
    private static final Answers NOTHING = new Answers(List.of(), RequestRef::name);

    private final Pipeline.Client client;
    private final Requests requests;
    private final List<Between<T>> steps;
    private final long ahead;
    private final OnFailure onFailure;
    private final ProgressMeter meter;
    private final Results others;
    private final Queue<OpenItem> open = new ArrayDeque<>();
    private Optional<ItemFailure> stopping = Optional.empty();
    private Optional<RuntimeException> itemsFailure = Optional.empty();
    private long next;
    private long read;
    private long pauseNanos = SHORTEST_PAUSE_NANOS;

    PipelineRun(
            Pipeline.Client client,
            List<Between<T>> steps,
            long ahead,
            OnFailure onFailure,
            ProgressMeter meter,
            Results others) {
        this.client = client;
        this.requests = client.requests();
        this.steps = steps;
        this.ahead = ahead;
        this.onFailure = onFailure;
        this.meter = meter;
        this.others = others;
        this.next = requests.lastSequence() + 1;
    }

    Progress over(Iterator<? extends T> items) {
        while (stopping.isEmpty() && hasNext(items)) {
            ask(++read, items.next(), 0, NOTHING);
            meter.begun();
            handleAnswered();
            lookBetween();
        }
        while (goesOn()) {
            look();
        }
        stopping.ifPresent(failure -> {
            throw new ItemFailedException(failure);
        });
        itemsFailure.ifPresent(failure -> {
            throw failure;
        });
        meter.end();
        return meter.now();
    }

    /**
     * Whether there is a next item. An exception of the items' own iterator is thrown only after all items that were read before
     * have been handled.
     */
    private boolean hasNext(Iterator<? extends T> items) {
        try {
            return items.hasNext();
        } catch (final RuntimeException e) {
            itemsFailure = Optional.of(e);
            return false;
        }
    }

    /**
     * Whether there are items to handle. After a failure only the items before the failed item are handled, as in a plain loop.
     */
    private boolean goesOn() {
        return stopping.map(failure -> open.stream().anyMatch(item -> item.number < failure.number()))
                .orElse(!open.isEmpty());
    }

    private void lookBetween() {
        if (unanswered() >= ahead) {
            final long atMost = ahead - Math.max(1, ahead / 4);
            while (unanswered() > atMost && goesOn()) {
                look();
            }
        } else if (ahead != Pipeline.EVERYTHING && read % ITEMS_BETWEEN_LOOKS == 0) {
            poll();
        }
    }

    private void look() {
        if (poll()) {
            pauseNanos = SHORTEST_PAUSE_NANOS;
        } else {
            LockSupport.parkNanos(pauseNanos);
            pauseNanos = Math.min(4 * pauseNanos, LONGEST_PAUSE_NANOS);
        }
    }

    private boolean poll() {
        if (Thread.currentThread().isInterrupted()) {
            throw new LoopInterruptedException(meter.ended());
        }
        return client.poll(this, BATCH) > 0;
    }

    private long unanswered() {
        return requests.lastSequence() - next + 1;
    }

    /** Runs a step that may send requests. The next step of the item gets the answers. */
    private void ask(long number, T item, int step, Answers answers) {
        final long before = requests.lastSequence();
        Throwable failure = null;
        try {
            steps.get(step).handle(item, answers, requests);
        } catch (final Throwable e) {
            failure = e;
        }
        final int asked = Math.toIntExact(requests.lastSequence() - before);
        final OpenItem asking = new OpenItem(number, item, step + 1, before + 1, asked, failure);
        if (failure != null && onFailure.stopsAt(failure)) {
            failed(asking, failure);
        } else {
            open.add(asking);
        }
    }

    /** Handles open items from the first on, up to the first item that still lacks an answer. */
    private void handleAnswered() {
        while (!open.isEmpty() && open.element().isAnswered()) {
            handle(open.remove());
        }
    }

    private void handle(OpenItem item) {
        if (stopping.isPresent() && item.number > stopping.get().number()) {
            return;
        }
        if (item.failure != null) {
            failed(item, item.failure);
        } else if (item.step < steps.size() - 1) {
            ask(item.number, item.item, item.step, item.answers());
        } else {
            handleLast(item);
        }
    }

    private void handleLast(OpenItem item) {
        try {
            steps.get(item.step).handle(item.item, item.answers(), requests);
        } catch (final Throwable e) {
            failed(item, e);
            return;
        }
        meter.done();
    }

    private void failed(OpenItem item, Throwable cause) {
        if (cause instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        final ItemFailure failure = item.failed(cause);
        if (onFailure.stopsAt(cause)) {
            stopping = Optional.of(failure); // the first failed item: after it no item is handled
        } else {
            onFailure.take(failure);
            meter.failed();
        }
    }

    /**
     * Whether the result of this request is for an open item. If results of earlier requests are missing, because the gateway
     * could not read these requests, this method first adds the answer {@link #missing} for each of them.
     */
    private boolean isOwn(RequestRef request) {
        if (request.writer() != requests.writer() || request.sequence() < next) {
            return false;
        }
        while (next < request.sequence()) {
            if (isOfFirst(next)) {
                answered(missing(next));
            } else {
                next++;
            }
        }
        if (isOfFirst(next)) {
            return true;
        }
        next++;
        return false;
    }

    private boolean isOfFirst(long sequence) {
        return !open.isEmpty() && open.element().first <= sequence;
    }

    private void answered(Consumer<Results> result) {
        next++;
        open.element().answered.add(result);
        handleAnswered();
    }

    /** Returns the answer for a request without a result. Only a request that the gateway could not read leaves such a gap. */
    private static Consumer<Results> missing(long sequence) {
        return to -> {
            throw new IllegalStateException("there is no result for request " + sequence
                    + " of this client, but one for a later request: the gateway could not read the request,"
                    + " and its log says why");
        };
    }

    private String where(RequestRef request) {
        return "'" + request.name() + "' at " + client.position(request);
    }

    private void take(RequestRef request, Consumer<Results> result) {
        if (isOwn(request)) {
            answered(result);
        } else {
            result.accept(others);
        }
    }

    @Override
    public void rows(RequestRef request, Rows rows) {
        take(request, to -> to.rows(request, rows));
    }

    @Override
    public void notFound(RequestRef request) {
        take(request, to -> to.notFound(request));
    }

    @Override
    public void updated(RequestRef request, long count) {
        take(request, to -> to.updated(request, count));
    }

    @Override
    public void replied(RequestRef request, Rows reply) {
        take(request, to -> to.replied(request, reply));
    }

    @Override
    public void failed(RequestRef request, Failure failure) {
        take(request, to -> to.failed(request, failure));
    }

    /** An item of a pipeline that still waits for results of its requests. Used by one thread. */
    private final class OpenItem {

        private final long number;
        private final T item;
        private final int step;
        private final long first;
        private final int asked;
        private final @Nullable Throwable failure;
        private final List<Consumer<Results>> answered;

        /**
         * Creates the item after a step has sent its requests.
         *
         * @param step the number of the step that handles the answers
         * @param first the number of the first request
         * @param asked the number of requests
         * @param failure the exception of the step, or null; after an exception the answers are not handled
         */
        OpenItem(long number, T item, int step, long first, int asked, @Nullable Throwable failure) {
            this.number = number;
            this.item = item;
            this.step = step;
            this.first = first;
            this.asked = asked;
            this.failure = failure;
            this.answered = new ArrayList<>(asked);
        }

        boolean isAnswered() {
            return answered.size() == asked;
        }

        Answers answers() {
            return new Answers(answered, PipelineRun.this::where);
        }

        ItemFailure failed(Throwable cause) {
            return new ItemFailure(number, item, cause);
        }
    }
}
