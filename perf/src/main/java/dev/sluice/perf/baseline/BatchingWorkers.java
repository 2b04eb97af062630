package dev.sluice.perf.baseline;

import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.Event;
import dev.sluice.perf.load.EventSender;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Workers that take events from one queue, each into a buffer of its own, and post the buffer when it is full or its first
 * event has waited for the interval. A pool of workers is one where each waits for the response before it takes more. One
 * worker that posts asynchronously goes on with a new buffer instead; so many posts at most are under way, or a slow sink
 * would fill the heap.
 *
 * <p>Fair: the queue has one lock for those who put and another for those who take, and is bounded, so that the sender
 * waits rather than the heap grows; a worker takes all that is there at once, up to its limit; a buffer is handed over and
 * not copied; connections are kept; bodies are written and responses read without a tree.
 *
 * <p>To tune: the number of workers, the limit, the interval, the posts under way. What the workers have in memory is gone
 * when their process ends, and with more than one post under way events arrive in any order.
 */
public final class BatchingWorkers implements EventSender {

    private final Arrivals arrivals;
    private final int limit;
    private final long intervalNanos;
    private final boolean asynchronous;
    private final Semaphore free;
    private final BlockingQueue<Event> queue;
    private final EventPosts posts;
    private final List<Thread> workers = new ArrayList<>();

    /**
     * Starts the workers.
     *
     * @param inFlight most posts under way of asynchronous workers; 0 for workers that wait for each response
     * @param limit most events of a post
     * @param interval how long the first event of a buffer that is not full waits
     * @param capacity of the queue
     */
    public BatchingWorkers(
            URI sink, int workers, int inFlight, int limit, Duration interval, int capacity, Arrivals arrivals) {
        this.arrivals = arrivals;
        this.limit = limit;
        this.intervalNanos = interval.toNanos();
        this.asynchronous = inFlight > 0;
        this.free = new Semaphore(inFlight);
        this.queue = new LinkedBlockingQueue<>(capacity);
        this.posts = new EventPosts(sink);
        for (int i = 1; i <= workers; i++) {
            final Thread worker = new Thread(this::work, "worker-" + i);
            worker.setDaemon(true);
            this.workers.add(worker);
            worker.start();
        }
    }

    @Override
    public void send(long number) throws InterruptedException {
        queue.put(Event.of(number));
    }

    private void work() {
        try {
            while (true) {
                final List<Event> buffer = filled();
                if (asynchronous) {
                    free.acquire();
                    postLater(buffer);
                } else {
                    posts.post(buffer);
                    arrivals.of(buffer);
                }
            }
        } catch (final InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (final IOException | RuntimeException e) {
            arrivals.failed(e);
        }
    }

    /** Waits until a buffer is full, or the interval is over for the first event in it. */
    private List<Event> filled() throws InterruptedException {
        final List<Event> buffer = new ArrayList<>(limit);
        buffer.add(queue.take());
        final long due = System.nanoTime() + intervalNanos;
        while (buffer.size() < limit) {
            if (queue.drainTo(buffer, limit - buffer.size()) > 0) {
                continue;
            }
            final Event next = queue.poll(due - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                break;
            }
            buffer.add(next);
        }
        return buffer;
    }

    private void postLater(List<Event> events) {
        posts.postAsync(events).whenComplete((taken, error) -> {
            free.release();
            if (error == null) {
                arrivals.of(events);
            } else {
                arrivals.failed(error);
            }
        });
    }

    @Override
    public void close() {
        workers.forEach(Thread::interrupt);
    }
}
