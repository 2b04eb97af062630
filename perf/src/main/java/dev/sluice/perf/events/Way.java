package dev.sluice.perf.events;

import dev.sluice.perf.baseline.AsyncBatchingWorker;
import dev.sluice.perf.baseline.BatchingWorkerPool;
import dev.sluice.perf.baseline.BatchingWorkerPool.Taking;
import dev.sluice.perf.baseline.EventsByHand;
import dev.sluice.perf.events.SenderJvm.Batching;
import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.EventSender;
import java.net.URI;

/** The ways in which events are sent. */
enum Way {
    GATEWAY("gateway"),
    LINGERING_GATEWAY("gateway with linger"),
    POOL_OF_10("pool of 10"),
    POOL_OF_100("pool of 100"),
    POOL_TAKING_ONE("pool of 10, taking one by one"),
    ASYNC_WORKER("one worker, asynchronous"),
    ONE_EACH("one post each"),
    ONE_EACH_ASYNC("one post each, asynchronous");

    private final String label;

    Way(String label) {
        this.label = label;
    }

    /** As tables name it. */
    String label() {
        return label;
    }

    @Override
    public String toString() {
        return label;
    }

    boolean throughGateway() {
        return this == GATEWAY || this == LINGERING_GATEWAY;
    }

    boolean pool() {
        return this == POOL_OF_10 || this == POOL_OF_100 || this == POOL_TAKING_ONE;
    }

    boolean oneEach() {
        return this == ONE_EACH || this == ONE_EACH_ASYNC;
    }

    /** A baseline's sender, for the process that it is alone in. */
    EventSender open(URI sink, Batching batching, Arrivals arrivals) {
        return switch (this) {
            case POOL_OF_10 -> pool(sink, 10, Taking.MANY, batching, arrivals);
            case POOL_OF_100 -> pool(sink, 100, Taking.MANY, batching, arrivals);
            case POOL_TAKING_ONE -> pool(sink, 10, Taking.ONE, batching, arrivals);
            case ASYNC_WORKER ->
                new AsyncBatchingWorker(
                        sink, batching.limit(), batching.interval(), Sending.WINDOW, batching.inFlight(), arrivals);
            case ONE_EACH -> new EventsByHand(sink, 1, arrivals);
            case ONE_EACH_ASYNC -> new EventsByHand(sink, batching.inFlight(), arrivals);
            case GATEWAY, LINGERING_GATEWAY -> throw new IllegalArgumentException("The " + label + " is no baseline");
        };
    }

    private static EventSender pool(URI sink, int workers, Taking taking, Batching batching, Arrivals arrivals) {
        return new BatchingWorkerPool(
                sink, workers, batching.limit(), batching.interval(), Sending.WINDOW, taking, arrivals);
    }
}
