package dev.sluice.service.rest.http;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where the JDK's HTTP client does its work. Each task that goes from one thread to another costs more than most of the
 * tasks themselves, so what the client begins on one of its own threads goes on there; only what others begin, such as
 * the service thread with a new request, whose host may have to be looked up, goes to the pool.
 *
 * <p>The client's own thread is known by its name, in which the JDK is free: by another name its tasks would go to the
 * pool, as they do by the JDK's default. They must not wait, and do not: a body is only collected.
 */
final class HttpThreads implements Executor {

    private static final String SELECTOR = "-SelectorManager";
    private static final int IDLE_SECONDS = 10;

    private final Executor pool;

    /**
     * Daemons, which end by themselves when there is nothing to do.
     *
     * @param prefix of their names
     */
    HttpThreads(String prefix, int most) {
        final AtomicInteger number = new AtomicInteger();
        final ThreadPoolExecutor executor = new ThreadPoolExecutor(
                most,
                most,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                work -> new Own(work, prefix + number.incrementAndGet()));
        executor.allowCoreThreadTimeOut(true);
        this.pool = executor;
    }

    private static final class Own extends Thread {
        Own(Runnable work, String name) {
            super(work, name);
            setDaemon(true);
        }
    }

    @Override
    public void execute(Runnable task) {
        final Thread current = Thread.currentThread();
        if (current instanceof Own || current.getName().endsWith(SELECTOR)) {
            task.run();
        } else {
            pool.execute(task);
        }
    }

    /** Takes a task off the current thread, whichever that is. */
    void executeElsewhere(Runnable task) {
        pool.execute(task);
    }
}
