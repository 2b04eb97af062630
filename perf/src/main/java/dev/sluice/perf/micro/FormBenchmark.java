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

/** A lookup, its row made a record, in each form in which a job may ask; the gateway answers at once. */
public class FormBenchmark extends Queues {

    /** Requests without an answer, at most, in the forms that bound them. */
    private static final int AHEAD = 10_000;

    private static final int CHUNK_LIMIT = 5_000;
    private static final int WIDTH = Runtime.version().feature() >= 21 ? 10_000 : 2_000;
    private static final String CUSTOMER = "customer";

    private final LongAdder handled = new LongAdder();

    /** The row that a lookup finds. */
    record Name(String firstName, String lastName) {}

    /** The job's own interface. */
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

    /** Everything is asked, then read. */
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

    /** Futures are handled on the thread that reads. */
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
                open.countDown(); // what is missing shows in the count
            });
        }
        open.await();
        return all();
    }

    /** Blocking calls of a declared interface, in the bodies of a concurrent loop. */
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
