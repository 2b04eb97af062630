package dev.sluice.perf.events;

import dev.sluice.perf.baseline.BatchingWorkers;
import dev.sluice.perf.baseline.EventsByHand;
import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.EventSender;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** The variants that send events. All variants with batches use the same limits. */
enum EventVariant {
    GATEWAY("gateway", "", ""),
    LINGERING_GATEWAY("gateway with linger", "", ""),
    POOL_OF_10("pool of 10", "83,663", "66 %"),
    POOL_OF_100("pool of 100", "84,042", "85 %"),
    ASYNC_WORKER("one worker, asynchronous", "119,720", "50 %"),
    ONE_EACH("one post each", "", "");

    /** The name of the endpoint, both at the sink and in the gateway. */
    static final String ENDPOINT = "events";

    /** The maximum number of events in a post. */
    static final int LIMIT = 100;

    /** The maximum time that the first event of a batch waits for the batch to fill. */
    static final Duration INTERVAL = Duration.ofMillis(10);

    /** The maximum number of posts that an asynchronous sender has in flight. */
    static final int IN_FLIGHT = 4;

    /** The maximum number of events that were sent and have not arrived. It is also the capacity of the workers' queue. */
    static final int WINDOW = 10_000;

    private final String label;
    private final String documentPerMinute;
    private final String documentShare;

    EventVariant(String label, String documentPerMinute, String documentShare) {
        this.label = label;
        this.documentPerMinute = documentPerMinute;
        this.documentShare = documentShare;
    }

    /** The name in tables. */
    String label() {
        return label;
    }

    @Override
    public String toString() {
        return label;
    }

    /**
     * The figure of the published measurement (the document): how many events were delivered per minute while 120,000 per minute
     * came in.
     */
    String documentPerMinute() {
        return documentPerMinute;
    }

    /** The document's figure: the share of CPU time that was not spent on work. */
    String documentShare() {
        return documentShare;
    }

    boolean throughGateway() {
        return this == GATEWAY || this == LINGERING_GATEWAY;
    }

    boolean pool() {
        return this == POOL_OF_10 || this == POOL_OF_100;
    }

    /** Opens the sender of this variant, which runs alone in its process. */
    EventSender open(URI sink, Path queues, Arrivals arrivals) {
        final URI uri = sink.resolve("/" + ENDPOINT);
        return switch (this) {
            case GATEWAY, LINGERING_GATEWAY -> new GatewaySender(queues, ENDPOINT, arrivals);
            case POOL_OF_10 -> workers(uri, 10, 0, arrivals);
            case POOL_OF_100 -> workers(uri, 100, 0, arrivals);
            case ASYNC_WORKER -> workers(uri, 1, IN_FLIGHT, arrivals);
            case ONE_EACH -> new EventsByHand(uri, arrivals);
        };
    }

    private static EventSender workers(URI uri, int workers, int inFlight, Arrivals arrivals) {
        return new BatchingWorkers(uri, workers, inFlight, LIMIT, INTERVAL, WINDOW, arrivals);
    }
}
