package dev.sluice.internal.client;

import dev.sluice.api.FutureRequests;
import dev.sluice.api.FuturesOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Shape;
import dev.sluice.internal.text.Plural;
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
 * The unanswered requests of one writer, each with its future. A request is identified by its number. To send a request, a thread
 * acquires a lock, stores the future under the next number, and then writes the request with that number. So the future exists
 * before the result can arrive.
 *
 * <p>Any thread may send requests. The reader thread passes the results, in their order, to {@link #result}. This method acquires
 * the lock only if threads wait for room, that is, until fewer requests are unanswered.
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

    /**
     * Creates the futures for all requests that the writer writes from now on.
     *
     * @param where returns, for messages, the name and the position of a request
     */
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

    /** Sets the reader thread, so that new requests can wake it. Called before this thread is started. */
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
                    kind, headers, name, arguments); // if this throws, the next request uses the same number and slot
            alone = writer.lastSequence() - taken == 1;
        } finally {
            lock.unlock();
        }
        if (alone) {
            reader.wake(); // not needed for later requests: the thread is already polling for an earlier result
        }
        return answer;
    }

    private void checkGoesOn(RequestKind kind, String name) {
        if (end != null) {
            throw new IllegalStateException(described(kind, name) + " was not sent: " + end.getMessage(), end);
        }
    }

    private void awaitRoom(RequestKind kind, String name) {
        if (!waits) {
            throw new RejectedExecutionException(described(kind, name) + " was not sent: "
                    + Plural.of(
                            writer.lastSequence() - taken, "request of this client has", "requests of this client have")
                    + " no result yet, and its limit is "
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
                    + " was not sent: interrupted while it waited for room under the limit of " + most
                    + " unanswered requests");
        } finally {
            waiting--;
        }
    }

    private static String described(RequestKind kind, String name) {
        return kind.event() + " '" + (name.length() > 60 ? name.substring(0, 60) + "…" : name) + "'";
    }

    /** Returns the number of requests without a result. Any thread may call this. */
    public long unanswered() {
        long answered;
        long written;
        do { // until both values belong to the same moment
            answered = taken;
            written = writer.lastSequence();
        } while (answered != taken);
        return written - answered;
    }

    /** Whether the request with that number was sent before the futures were opened. */
    public boolean isOlder(long number) {
        return number < first;
    }

    /** Receives an awaited result, and lets the executor complete the request's future. Called on the reader thread. */
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

    /** Returns a threshold: once no more requests than this are unanswered, the threads that wait for room are woken. */
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
                + " of this client, but there is one for the later request " + where.apply(later)
                + ": the gateway could not read the earlier request, and its log says why");
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
     * Refuses all further requests, including those that wait for room.
     *
     * @param why the cause of the exceptions that later calls throw
     * @return whether this was the first call; further calls do nothing
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

    /**
     * Lets all open futures fail. Called after {@link #end}, either on the reader thread or after the reader thread has ended.
     */
    public void endUnanswered(RuntimeException why) {
        while (unanswered.next() <= writer.lastSequence()) {
            take().ended(why, executor);
        }
    }

    /** Returns the number of the oldest request without a result. Called on the reader thread or after this thread has ended. */
    public long oldestUnanswered() {
        return unanswered.next();
    }

    /**
     * The futures of one writer's unanswered requests, in the order of the requests' numbers. The numbers have no gap, and the
     * results come in the same order. So a queue is enough, and no hashing or search is needed.
     *
     * <p>Two threads may use the queue at a time: the thread that holds the lock puts futures, and the reader thread takes them.
     */
    private static final class Unanswered {

        private static final int LENGTH = 512;

        /** A segment of the queue: futures of consecutive numbers. A segment is created before its first request is written. */
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

        /** Creates a queue for the requests from that number on. */
        Unanswered(long first) {
            this.oldest = new Segment(first);
            this.last = oldest;
            this.next = first;
        }

        /**
         * Stores a future. Called before its request is written, so that the result cannot arrive first. If writing fails, the
         * next future is stored under the same number.
         */
        void put(long sequence, Answer<?> answer) {
            if (sequence - last.first == LENGTH) {
                last.next = new Segment(sequence);
                last = last.next;
            }
            last.setRelease((int) (sequence - last.first), answer);
        }

        /** Returns the number whose future is taken next. */
        long next() {
            return next;
        }

        /** Removes and returns the future with the next number. */
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
