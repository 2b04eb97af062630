package dev.sluice.perf.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Each request makes its own call, as many at a time as there are threads, each of which waits for its answer: what
 * {@code Dispatchers.IO} or any pool of a web server does with code that asks where it needs something.
 *
 * <p>Fair, because the threads are started before, their connections are kept, and none does anything but call. To tune:
 * the number of threads. Calls under way are what bounds it; equal keys are asked as often as somebody wants them. A
 * cache in front of it does not help here: those who want the same key come before the first of them has its answer.
 */
public final class ThreadForEachCall implements AutoCloseable {

    private final NamesByHand names;
    private final ExecutorService threads;

    public ThreadForEachCall(NamesByHand names, int threads) {
        this.names = names;
        this.threads = Executors.newFixedThreadPool(threads);
    }

    /** The names for those keys, in their order. */
    public List<String> load(long[] keys) throws InterruptedException, ExecutionException {
        final List<Future<String>> asked = new ArrayList<>(keys.length);
        for (final long key : keys) {
            asked.add(threads.submit(() -> names.one(key)));
        }
        final List<String> answers = new ArrayList<>(keys.length);
        for (final Future<String> one : asked) {
            answers.add(one.get());
        }
        return answers;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
