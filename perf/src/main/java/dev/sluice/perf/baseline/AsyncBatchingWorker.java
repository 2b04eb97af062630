package dev.sluice.perf.baseline;

import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.Event;
import dev.sluice.perf.load.EventSender;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * One worker that takes events from a queue into a buffer and posts the buffer when it is full or its first event has
 * waited for the interval; it does not wait for the response, but goes on with a new buffer. So many posts at most are
 * under way, or a slow sink would fill the heap.
 *
 * <p>Fair: the worker takes all that is there at once, a buffer is handed over and not copied, connections are kept, bodies
 * are written and responses read without a tree, on the client's threads.
 *
 * <p>To tune: the limit, the interval, the posts under way. What it has in memory is gone when its process ends, and with
 * more than one post under way events may arrive in another order.
 */
public final class AsyncBatchingWorker implements EventSender {

    private final Arrivals arrivals;
    private final int limit;
    private final long intervalNanos;
    private final BlockingQueue<Event> queue;
    private final Semaphore free;
    private final EventPosts posts;
    private final Thread worker = new Thread(this::work, "worker");

    /** Starts its worker. */
    public AsyncBatchingWorker(URI sink, int limit, Duration interval, int capacity, int inFlight, Arrivals arrivals) {
        this.arrivals = arrivals;
        this.limit = limit;
        this.intervalNanos = interval.toNanos();
        this.queue = new LinkedBlockingQueue<>(capacity);
        this.free = new Semaphore(inFlight);
        this.posts = new EventPosts(sink);
        worker.setDaemon(true);
        worker.start();
    }

    @Override
    public void send(Event event) throws InterruptedException {
        queue.put(event);
    }

    private void work() {
        try {
            while (true) {
                final List<Event> buffer = fill();
                free.acquire();
                post(buffer);
            }
        } catch (final InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (final RuntimeException e) {
            arrivals.failed(e);
        }
    }

    private List<Event> fill() throws InterruptedException {
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

    private void post(List<Event> events) {
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
        worker.interrupt();
    }
}
