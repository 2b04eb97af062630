package dev.sluice.internal.client;

import dev.sluice.api.FutureRequests;
import dev.sluice.api.FuturesOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Shape;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.RequestWriter;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Requests of one writer and their futures. A request's number is its identity: its future is put under the next number,
 * then the request is written under that number, both under one lock. So a result finds its future, however soon it
 * comes.
 *
 * <p>Any thread asks. One thread gives results, in their order: {@link #result}. It takes the lock only when threads wait
 * for room.
 */
public final class PendingRequests implements FutureRequests {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final RequestWriter writer;
    private final Executor executor;
    private final long most;
    private final boolean waits;
    private final Function<RequestRef, String> where;
    private final Unanswered unanswered;
    private final long first;
    private volatile long taken;
    private volatile int waiting;
    private volatile RuntimeException end;
    private ReaderThread reader;

    /** Futures for what that writer writes from now on. The function says of a request its name and position. */
    public PendingRequests(RequestWriter writer, FuturesOptions options, Function<RequestRef, String> where) {
        this.writer = writer;
        this.executor = options.executor();
        this.most = options.mostUnanswered();
        this.waits = options.waits();
        this.where = where;
        this.first = writer.lastSequence() + 1;
        this.taken = first - 1;
        this.unanswered = new Unanswered(first);
    }

    /** The thread that is woken when something was asked; it is started after this. */
    public void readBy(ReaderThread thread) {
        reader = thread;
    }

    @Override
    public <T> CompletableFuture<T> ask(
            RequestKind kind, Map<String, String> headers, String name, Object[] arguments, Shape<T> shape) {
        final Answer<T> answer = new Answer<>(shape, where, arguments);
        final boolean alone;
        lock.lock();
        try {
            checkGoesOn(kind, name);
            if (writer.lastSequence() - taken >= most) {
                awaitRoom(kind, name);
            }
            unanswered.put(writer.lastSequence() + 1, answer);
            writer.appendInTurn(
                    kind, headers, name, arguments); // if it throws, the next request takes the number and the place
            alone = writer.lastSequence() - taken == 1;
        } finally {
            lock.unlock();
        }
        if (alone) {
            reader.wake(); // otherwise it looks for an earlier one's already, which comes first
        }
        return answer;
    }

    private void checkGoesOn(RequestKind kind, String name) {
        if (end != null) {
            throw new IllegalStateException(described(kind, name) + " was not asked: " + end.getMessage(), end);
        }
    }

    private void awaitRoom(RequestKind kind, String name) {
        if (!waits) {
            throw new RejectedExecutionException(described(kind, name) + " was not asked: "
                    + (writer.lastSequence() - taken) + " requests of this client have no result yet, and its limit is "
                    + most);
        }
        ReaderThread.checkMayWait("for room under the limit of " + most + " unanswered requests");
        waiting++;
        try {
            while (writer.lastSequence() - taken >= most) {
                room.await();
                checkGoesOn(kind, name);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RejectedExecutionException(described(kind, name)
                    + " was not asked: interrupted while it waited for room under the limit of " + most
                    + " unanswered requests");
        } finally {
            waiting--;
        }
    }

    private static String described(RequestKind kind, String name) {
        return kind.event() + " '" + (name.length() > 60 ? name.substring(0, 60) + "…" : name) + "'";
    }

    /** How many requests have no result yet. Any thread. */
    public long unanswered() {
        long answered;
        long written;
        do { // until both are of one moment
            answered = taken;
            written = writer.lastSequence();
        } while (answered != taken);
        return written - answered;
    }

    /** Whether the request of that number was asked before there were futures. */
    public boolean isOlder(long number) {
        return number < first;
    }

    /** A result of this writer that is awaited: hands its future to the executor. The thread that reads. */
    public void result(ResultFrame result) {
        final long sequence = result.request().sequence();
        while (unanswered.next() < sequence) {
            take().ended(passedOver(result.request()), executor);
        }
        final Answer<?> answer = take();
        if (waiting > 0 && writer.lastSequence() - taken <= wakeAt()) {
            wakeWaiting();
        }
        answer.arrived(result, executor);
    }

    /** Threads that wait for room are woken at so many. */
    private long wakeAt() {
        return most - Math.max(1, most / 4);
    }

    private Answer<?> take() {
        final Answer<?> answer = unanswered.take();
        taken = unanswered.next() - 1;
        return answer;
    }

    private IllegalStateException passedOver(RequestRef later) {
        return new IllegalStateException("there is no result for request " + (unanswered.next() - 1)
                + " of this client, and there is one for " + where.apply(later)
                + " after it: the gateway could not read the request, its log says why");
    }

    private void wakeWaiting() {
        lock.lock();
        try {
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes no more requests; what waits for room is refused.
     *
     * @param why what those who ask from now on are told
     * @return whether this was the first end; the others do nothing
     */
    public boolean end(RuntimeException why) {
        lock.lock();
        try {
            final boolean isFirst = end == null;
            if (isFirst) {
                end = why;
                room.signalAll();
            }
            return isFirst;
        } finally {
            lock.unlock();
        }
    }

    /** Ends what has no result. After {@link #end}, by the thread that reads or when there is none any more. */
    public void endUnanswered(RuntimeException why) {
        while (unanswered.next() <= writer.lastSequence()) {
            take().ended(why, executor);
        }
    }

    /** The number of the oldest request without a result. The thread that reads, or when there is none any more. */
    public long oldestUnanswered() {
        return unanswered.next();
    }

    /**
     * The futures of one writer's requests that have no result yet, by the requests' numbers. Numbers have no gap and results
     * come in their order, so this is a queue: nothing is hashed, and nothing is searched.
     *
     * <p>Two threads at a time: one puts (those that ask, under their lock), one takes.
     */
    private static final class Unanswered {

        private static final int LENGTH = 512;

        /** Numbers in a row; the next segment is there before any of its requests is. */
        private static final class Segment extends AtomicReferenceArray<Answer<?>> {

            private static final long serialVersionUID = 1L;

            private final transient long first;
            private transient volatile Segment next;

            private Segment(long first) {
                super(LENGTH);
                this.first = first;
            }
        }

        private Segment last;
        private Segment oldest;
        private long next;

        /** A queue for the requests from that number on. */
        Unanswered(long first) {
            this.oldest = new Segment(first);
            this.last = oldest;
            this.next = first;
        }

        /** Puts a future before its request is written, so that the result cannot be there first. A number may be put again until then. */
        void put(long sequence, Answer<?> answer) {
            if (sequence - last.first == LENGTH) {
                last.next = new Segment(sequence);
                last = last.next;
            }
            last.setRelease((int) (sequence - last.first), answer);
        }

        /** The number that is taken next. */
        long next() {
            return next;
        }

        /** The future of the next number. */
        Answer<?> take() {
            if (next - oldest.first == LENGTH) {
                oldest = oldest.next;
            }
            final int slot = (int) (next - oldest.first);
            final Answer<?> answer = oldest.getAcquire(slot);
            oldest.setPlain(slot, null);
            next++;
            return answer;
        }
    }
}
