package dev.sluice.perf.forms;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;
import dev.sluice.api.Rows;
import dev.sluice.client.Futures;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.futures.FuturesOptions;
import dev.sluice.client.futures.UnansweredLimit;
import dev.sluice.client.loop.MainLoop;
import dev.sluice.client.loop.Mapped;
import dev.sluice.client.loop.Pipeline;
import dev.sluice.perf.load.Customers;
import dev.sluice.perf.load.ExpectedResults;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;

/** The ways in which a job asks many lookups and handles each answer, as a record. The keys are the numbers from 1 on. */
enum Form {
    PROXY("proxy and callbacks") {
        @Override
        void ask(GatewayClient client, int items, int width, Handled handled) {
            final Requests requests = client.requests();
            for (final long key : keys(items)) {
                requests.lookup(CUSTOMER, key);
            }
            client.awaitAll(new Callbacks(handled));
        }
    },
    PIPELINE("pipeline") {
        @Override
        void ask(GatewayClient client, int items, int width, Handled handled) {
            Pipeline.over(client)
                    .withAhead(AHEAD)
                    .run(
                            keys(items),
                            (key, requests) -> requests.lookup(CUSTOMER, key),
                            (key, answers) -> handled.take(answers.only(0, Name.class)));
        }
    },
    FUTURES("futures, Runnable::run") {
        @Override
        void ask(GatewayClient client, int items, int width, Handled handled) throws InterruptedException {
            handleWhereCompleted(client, Runnable::run, items, handled);
        }
    },
    FUTURES_ON_POOL("futures, a pool of " + Form.POOL) {
        @Override
        void ask(GatewayClient client, int items, int width, Handled handled) throws InterruptedException {
            final ExecutorService pool = Executors.newFixedThreadPool(POOL);
            try {
                handleWhereCompleted(client, pool, items, handled);
            } finally {
                pool.shutdown();
            }
        }
    },
    FUTURES_JOINED("futures, joined in order") {
        @Override
        void ask(GatewayClient client, int items, int width, Handled handled) {
            final Futures futures = client.futures(Runnable::run);
            final Queue<CompletableFuture<Name>> open = new ArrayDeque<>(AHEAD);
            for (final long key : keys(items)) {
                open.add(futures.lookup(Name.class, CUSTOMER, key).thenApply(name -> name.orElseThrow()));
                if (open.size() == AHEAD) {
                    join(open, AHEAD / 2, handled);
                }
            }
            join(open, 0, handled);
        }
    },
    DECLARED("declared calls in the concurrent loop") {
        @Override
        void ask(GatewayClient client, int items, int width, Handled handled) {
            final Customers customers = client.futures(Runnable::run).declare(Customers.class);
            try (Mapped<Name> names = MainLoop.DEFAULTS.withWidth(width).map(keys(items), customers::customer)) {
                names.forEach(handled::take);
            }
        }
    };

    /** Requests without an answer, at most, in the forms that bound them. */
    static final int AHEAD = 10_000;

    static final int POOL = 2;

    private static final String CUSTOMER = "customer";

    private final String title;

    Form(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /**
     * Asks that many lookups and returns when each answer was handled. Leaves open what belongs to the client.
     *
     * @param width how many bodies run at a time, where there are bodies
     */
    abstract void ask(GatewayClient client, int items, int width, Handled handled) throws Exception;

    /** What a lookup finds. */
    record Name(String firstName, String lastName) {}

    /** The job's own interface. */
    interface Customers {
        Name customer(long id);
    }

    private static Iterable<Long> keys(int items) {
        return () -> LongStream.rangeClosed(1, items).iterator();
    }

    private static void handleWhereCompleted(GatewayClient client, Executor executor, int items, Handled handled)
            throws InterruptedException {
        final CountDownLatch open = new CountDownLatch(items);
        final Futures futures = client.futures(FuturesOptions.on(executor).withLimit(UnansweredLimit.waitAt(AHEAD)));
        for (final long key : keys(items)) {
            futures.lookup(Name.class, CUSTOMER, key).whenComplete((name, failure) -> {
                if (failure == null) {
                    handled.take(name.orElseThrow());
                }
                open.countDown(); // what is missing shows in the count
            });
        }
        open.await();
    }

    private static void join(Queue<CompletableFuture<Name>> open, int left, Handled handled) {
        while (open.size() > left) {
            handled.take(open.remove().join());
        }
    }

    private record Callbacks(Handled handled) implements ExpectedResults {

        @Override
        public void rows(RequestRef request, Rows rows) {
            handled.take(rows.only().as(Name.class));
        }
    }
}
