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
 * Workers that take events from one queue. Each worker collects events in its own buffer, and posts the buffer when it is full or
 * its first event has waited for the interval. In a pool, each worker waits for the response before it takes more events. A
 * worker that posts asynchronously continues with a new buffer instead. The number of its posts in flight is limited, because
 * otherwise a slow sink would fill the heap.
 *
 * <p>The comparison is fair because the queue has separate locks for putting and taking. The queue is bounded, so that the sender
 * waits when it is full, and the heap does not grow. A worker takes all available events at once, up to its limit. A buffer is
 * handed over and not copied. Connections are reused, and JSON bodies are written and read without building a tree.
 *
 * <p>What could be tuned: the number of workers, the limit, the interval, and the number of posts in flight. The events that the
 * workers hold in memory are lost when their process ends. With more than one post in flight, events arrive in any order.
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
     * @param inFlight the maximum number of asynchronous posts in flight; 0 for workers that wait for each response
     * @param limit the maximum number of events in a post
     * @param interval the maximum time from the first event in a buffer until the buffer is posted, even if it is not full
     * @param capacity the capacity of the queue
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

    /** Fills a buffer until it is full, or until its first event has waited for the interval. */
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
