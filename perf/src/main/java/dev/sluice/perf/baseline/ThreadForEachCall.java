package dev.sluice.perf.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Makes one blocking call for each request, on a pool of threads. Code that calls a service wherever it needs a value runs like
 * this on Kotlin's {@code Dispatchers.IO}, or on the thread pool of a web server.
 *
 * <p>The comparison is fair because the pool keeps its threads and their connections, and the threads only make calls. The number
 * of threads limits the throughput, and a key is looked up as often as it is requested. A cache would not help here, because all
 * requests for a key arrive before the first of them is answered.
 *
 * <p>What could be tuned: the number of threads.
 */
public final class ThreadForEachCall implements AutoCloseable {

    private final NamesByHand names;
    private final ExecutorService threads;

    public ThreadForEachCall(NamesByHand names, int threads) {
        this.names = names;
        this.threads = Executors.newFixedThreadPool(threads);
    }

    /** Returns the names for the keys, in the order of the keys. */
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
