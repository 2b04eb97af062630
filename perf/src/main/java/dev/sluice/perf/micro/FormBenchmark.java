package dev.sluice.perf.micro;

import dev.sluice.api.FuturesOptions;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;
import dev.sluice.api.Rows;
import dev.sluice.client.Futures;
import dev.sluice.client.loop.MainLoop;
import dev.sluice.client.loop.Mapped;
import dev.sluice.client.loop.Pipeline;
import dev.sluice.perf.load.ExpectedResults;
import dev.sluice.service.IdleStrategy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * Measures a lookup whose row is converted to a record. Each benchmark writes the job in one of the forms that the client offers,
 * for example with callbacks or with futures. The gateway answers immediately.
 */
public class FormBenchmark extends Queues {

    /** The maximum number of unanswered requests, for the forms that have such a limit. */
    private static final int AHEAD = 10_000;

    private static final int CHUNK_LIMIT = 5_000;
    private static final int WIDTH = Runtime.version().feature() >= 21 ? 10_000 : 2_000;
    private static final String CUSTOMER = "customer";

    private final LongAdder handled = new LongAdder();

    /** The row that a lookup finds. */
    record Name(String firstName, String lastName) {}

    /** The declared interface of the job. */
    interface Customers {
        Name customer(long id);
    }

    @Override
    void prepare() {
        handled.reset();
        opened.add(startLoop(path, CHUNK_LIMIT, IdleStrategy.balanced()));
    }

    private void handle(Name name) {
        if (!name.firstName().isEmpty() && !name.lastName().isEmpty()) {
            handled.increment();
        }
    }

    private long all() {
        if (handled.sum() != REQUESTS) {
            throw new IllegalStateException(handled.sum() + " answers were handled, not " + REQUESTS);
        }
        return handled.sum();
    }

    private static Iterable<Long> keys() {
        return () -> LongStream.rangeClosed(1, REQUESTS).iterator();
    }

    /** Writes all requests, and then reads all results. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public long askByProxyAndCallbacks() {
        final Requests requests = client.requests();
        for (final long key : keys()) {
            requests.lookup(CUSTOMER, key);
        }
        client.awaitAll(new ExpectedResults() {
            @Override
            public void rows(RequestRef request, Rows rows) {
                handle(rows.only().as(Name.class));
            }
        });
        return all();
    }

    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public long askByPipeline() {
        Pipeline.over(client)
                .withAhead(AHEAD)
                .run(
                        keys(),
                        (key, requests) -> requests.lookup(CUSTOMER, key),
                        (key, answers) -> handle(answers.only(0, Name.class)));
        return all();
    }

    /** Completes futures on the thread that reads the results. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public long askByFutures() throws InterruptedException {
        return byFutures(Runnable::run);
    }

    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public long askByFuturesOnPoolOfTwo() throws InterruptedException {
        final ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            return byFutures(pool);
        } finally {
            pool.shutdown();
        }
    }

    private long byFutures(Executor executor) throws InterruptedException {
        final CountDownLatch open = new CountDownLatch(REQUESTS);
        final Futures futures = client.futures(FuturesOptions.on(executor).waitingAt(AHEAD));
        for (final long key : keys()) {
            futures.lookup(Name.class, CUSTOMER, key).whenComplete((name, failure) -> {
                if (failure == null) {
                    handle(name.orElseThrow());
                }
                open.countDown(); // also after a failure: then the check of the handled answers fails
            });
        }
        open.await();
        return all();
    }

    /** Calls a declared interface, which waits for each answer, in a concurrent loop. */
    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public long askByDeclaredCallsInLoop() {
        final Customers customers = client.futures(Runnable::run).declare(Customers.class);
        try (Mapped<Name> names = MainLoop.DEFAULTS.withWidth(WIDTH).map(keys(), customers::customer)) {
            names.forEach(this::handle);
        }
        return all();
    }
}
