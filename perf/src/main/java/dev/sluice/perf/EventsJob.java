package dev.sluice.perf;

import dev.sluice.api.Failure;
import dev.sluice.api.NumberedRequests;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.client.GatewayClient;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** A job that sends events at a fixed rate, and takes their results meanwhile. One thread. */
final class EventsJob implements Results {

    static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(10);
    static final int DIGITS = 3;

    private static final int BATCH = 256;
    private static final long PAUSE_NANOS = 100_000;
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ServiceJvm gateway;
    private final NumberedRequests requests;
    private final long sentBefore;
    private final int events;
    private final Pace pace;
    private final long startNanos = System.nanoTime();
    private final Histogram latencies = new Histogram(HIGHEST_NANOS, DIGITS);
    private long endNanos;

    EventsJob(ServiceJvm gateway, int events, int perSecond) {
        this.gateway = gateway;
        this.requests = gateway.client().requests();
        this.sentBefore = requests.lastSequence();
        this.events = events;
        this.pace = new Pace(perSecond, startNanos);
    }

    /** What an event says. */
    static String payload(long number) {
        return "{\"order\":" + number + ",\"customer\":" + number % 1000
                + ",\"amount\":\"12.50\",\"currency\":\"EUR\"}";
    }

    /**
     * Sends all and takes their results.
     *
     * @return how long each took, from when it was to be sent
     * @throws IllegalStateException if one fails, results are not in order, or the gateway ends
     */
    Histogram run() {
        final GatewayClient client = gateway.client();
        long sent = 0;
        long checkedNanos = startNanos;
        while (latencies.getTotalCount() < events) {
            while (sent < events && pace.isDue(sent)) {
                requests.send(RestService.ENDPOINT, payload(sent));
                sent++;
            }
            if (client.poll(this, BATCH) == 0) {
                pace.rest(sent, PAUSE_NANOS);
                final long now = System.nanoTime();
                if (now - checkedNanos > CHECK_NANOS) {
                    checkedNanos = now;
                    gateway.checkAlive();
                }
            }
        }
        endNanos = System.nanoTime();
        return latencies;
    }

    /** From the first event to the last result. */
    long tookNanos() {
        return endNanos - startNanos;
    }

    private void took(RequestRef request) {
        final long number = request.sequence() - sentBefore - 1;
        if (number != latencies.getTotalCount()) {
            throw new IllegalStateException(
                    "The result of event " + number + " came, and " + latencies.getTotalCount() + " is due");
        }
        latencies.recordValue(Math.max(0, System.nanoTime() - pace.intendedNanos(number)));
    }

    @Override
    public void replied(RequestRef request, Rows reply) {
        took(request);
    }

    @Override
    public void rows(RequestRef request, Rows rows) {
        throw new IllegalStateException("Event " + request + " was answered with rows");
    }

    @Override
    public void notFound(RequestRef request) {
        throw new IllegalStateException("Event " + request + " was not found");
    }

    @Override
    public void updated(RequestRef request, long count) {
        throw new IllegalStateException("Event " + request + " was answered with a count");
    }

    @Override
    public void failed(RequestRef request, Failure failure) {
        throw new IllegalStateException("Event " + request + " failed: " + failure);
    }
}
