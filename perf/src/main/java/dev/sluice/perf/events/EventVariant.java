package dev.sluice.perf.events;

import dev.sluice.perf.baseline.BatchingWorkers;
import dev.sluice.perf.baseline.EventsByHand;
import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.EventSender;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** The ways in which events are sent; all who have batches send them alike. */
enum EventVariant {
    GATEWAY("gateway", "", ""),
    LINGERING_GATEWAY("gateway with linger", "", ""),
    POOL_OF_10("pool of 10", "83,663", "66 %"),
    POOL_OF_100("pool of 100", "84,042", "85 %"),
    ASYNC_WORKER("one worker, asynchronous", "119,720", "50 %"),
    ONE_EACH("one post each", "", "");

    /** The endpoint's name, at the sink and in the gateway. */
    static final String ENDPOINT = "events";

    /** The most events of a post. */
    static final int LIMIT = 100;

    /** The longest wait of the first event of a batch that is not full. */
    static final Duration INTERVAL = Duration.ofMillis(10);

    /** The most posts that an asynchronous sender has under way. */
    static final int IN_FLIGHT = 4;

    /** The most events that have not arrived: a queue's capacity, and how far ahead of its results a job goes. */
    static final int WINDOW = 10_000;

    private final String label;
    private final String documentPerMinute;
    private final String documentShare;

    EventVariant(String label, String documentPerMinute, String documentShare) {
        this.label = label;
        this.documentPerMinute = documentPerMinute;
        this.documentShare = documentShare;
    }

    /** Its name in tables. */
    String label() {
        return label;
    }

    @Override
    public String toString() {
        return label;
    }

    /** The document's events a minute, of 120,000 that came in. */
    String documentPerMinute() {
        return documentPerMinute;
    }

    /** The document's share of CPU that was not work. */
    String documentShare() {
        return documentShare;
    }

    boolean throughGateway() {
        return this == GATEWAY || this == LINGERING_GATEWAY;
    }

    boolean pool() {
        return this == POOL_OF_10 || this == POOL_OF_100;
    }

    /** Opens its sender, for the process that it is alone in. */
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
