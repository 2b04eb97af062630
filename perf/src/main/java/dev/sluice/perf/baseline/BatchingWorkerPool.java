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
import java.util.concurrent.TimeUnit;

/**
 * A pool of workers that take events from one queue, each into a buffer of its own, and post the buffer when it is full or
 * its first event has waited for the interval; a worker waits for the response before it takes more.
 *
 * <p>Fair: the queue has one lock for those who put and another for those who take, and is bounded, so that the
 * sender waits rather than the heap grows; a worker takes all that is there at once, up to its limit (the
 * document's pools take event by event); connections are kept, one for each worker; bodies are written and responses read
 * without a tree.
 *
 * <p>To tune: the number of workers, the limit, the interval. What it has in memory is gone when its process ends, and
 * events of different workers arrive in any order.
 */
public final class BatchingWorkerPool implements EventSender {

    private final Arrivals arrivals;
    private final int limit;
    private final long intervalNanos;
    private final BlockingQueue<Event> queue;
    private final EventPosts posts;
    private final List<Thread> workers = new ArrayList<>();

    /** Starts its workers. */
    public BatchingWorkerPool(URI sink, int workers, int limit, Duration interval, int capacity, Arrivals arrivals) {
        this.arrivals = arrivals;
        this.limit = limit;
        this.intervalNanos = interval.toNanos();
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
    public void send(Event event) throws InterruptedException {
        queue.put(event);
    }

    private void work() {
        final List<Event> buffer = new ArrayList<>(limit);
        try {
            while (true) {
                fill(buffer);
                posts.post(buffer);
                arrivals.of(buffer);
                buffer.clear();
            }
        } catch (final InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (final IOException | RuntimeException e) {
            arrivals.failed(e);
        }
    }

    /** Until the buffer is full, or the interval is over for the first event in it. */
    private void fill(List<Event> buffer) throws InterruptedException {
        buffer.add(queue.take());
        final long due = System.nanoTime() + intervalNanos;
        while (buffer.size() < limit) {
            if (queue.drainTo(buffer, limit - buffer.size()) > 0) {
                continue;
            }
            final Event next = queue.poll(due - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                return;
            }
            buffer.add(next);
        }
    }

    @Override
    public void close() {
        workers.forEach(Thread::interrupt);
    }
}
