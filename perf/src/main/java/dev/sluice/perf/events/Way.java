package dev.sluice.perf.events;

import dev.sluice.perf.baseline.AsyncBatchingWorker;
import dev.sluice.perf.baseline.BatchingWorkerPool;
import dev.sluice.perf.baseline.BatchingWorkerPool.Taking;
import dev.sluice.perf.baseline.EventsByHand;
import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.EventSender;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** The ways in which events are sent. */
enum Way {
    GATEWAY(
            "gateway",
            Kind.THROUGH_GATEWAY,
            (batching, arrivals) -> new GatewaySender(Path.of(batching.queues), Way.ENDPOINT, arrivals)),
    LINGERING_GATEWAY(
            "gateway with linger",
            Kind.THROUGH_GATEWAY,
            (batching, arrivals) -> new GatewaySender(Path.of(batching.queues), Way.ENDPOINT, arrivals)),
    POOL_OF_10("pool of 10", Kind.POOL, (batching, arrivals) -> pool(10, Taking.MANY, batching, arrivals)),
    POOL_OF_100("pool of 100", Kind.POOL, (batching, arrivals) -> pool(100, Taking.MANY, batching, arrivals)),
    POOL_TAKING_ONE(
            "pool of 10, taking one by one",
            Kind.POOL,
            (batching, arrivals) -> pool(10, Taking.ONE, batching, arrivals)),
    ASYNC_WORKER(
            "one worker, asynchronous",
            Kind.WORKER,
            (batching, arrivals) -> new AsyncBatchingWorker(
                    batching.uri(), batching.limit, batching.interval(), Way.WINDOW, batching.inFlight, arrivals)),
    ONE_EACH("one post each", Kind.ONE_EACH, (batching, arrivals) -> new EventsByHand(batching.uri(), 1, arrivals)),
    ONE_EACH_ASYNC(
            "one post each, asynchronous",
            Kind.ONE_EACH,
            (batching, arrivals) -> new EventsByHand(batching.uri(), batching.inFlight, arrivals));

    /** What is sent to, at the sink and in the gateway. */
    static final String ENDPOINT = "events";

    /** The most events that have not arrived: a queue's capacity, and how far ahead of its results a job goes. */
    static final int WINDOW = 10_000;

    private final String label;
    private final Kind kind;
    private final Opening opening;

    Way(String label, Kind kind, Opening opening) {
        this.label = label;
        this.kind = kind;
        this.opening = opening;
    }

    private enum Kind {
        THROUGH_GATEWAY,
        POOL,
        WORKER,
        ONE_EACH
    }

    private interface Opening {
        EventSender open(Batching batching, Arrivals arrivals);
    }

    /**
     * Where events go, and when a batch is sent, the same for all who have batches.
     *
     * @param sink its URL
     * @param queues of the gateway
     * @param limit most events of a post
     * @param intervalMillis how long the first event of a batch that is not full waits
     * @param inFlight most posts that an asynchronous sender has under way
     */
    record Batching(String sink, String queues, int limit, long intervalMillis, int inFlight) {

        private URI uri() {
            return URI.create(sink + "/" + ENDPOINT);
        }

        private Duration interval() {
            return Duration.ofMillis(intervalMillis);
        }
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
        return kind == Kind.THROUGH_GATEWAY;
    }

    boolean pool() {
        return kind == Kind.POOL;
    }

    boolean oneEach() {
        return kind == Kind.ONE_EACH;
    }

    /** Opens its sender, for the process that it is alone in. */
    EventSender open(Batching batching, Arrivals arrivals) {
        return opening.open(batching, arrivals);
    }

    private static EventSender pool(int workers, Taking taking, Batching batching, Arrivals arrivals) {
        return new BatchingWorkerPool(
                batching.uri(), workers, batching.limit, batching.interval(), WINDOW, taking, arrivals);
    }
}
