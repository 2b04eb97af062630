package dev.sluice.perf.events;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;
import dev.sluice.api.Rows;
import dev.sluice.client.GatewayClient;
import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.Event;
import dev.sluice.perf.load.EventSender;
import dev.sluice.perf.load.ExpectedResults;
import java.nio.file.Path;

/** A job that sends events through a gateway, and checks that their results come in order. Not thread-safe. */
final class GatewaySender implements EventSender, ExpectedResults {

    private static final int BATCH = 256;

    private final GatewayClient client;
    private final String endpoint;
    private final Requests requests;
    private final long sentBefore;
    private final Arrivals arrivals;
    private long arrived;

    GatewaySender(Path queues, String endpoint, Arrivals arrivals) {
        this.client = GatewayClient.open(queues);
        this.endpoint = endpoint;
        this.requests = client.requests();
        this.sentBefore = requests.lastSequence();
        this.arrivals = arrivals;
    }

    @Override
    public void send(long number) {
        requests.send(endpoint, Event.of(number).payload());
    }

    @Override
    public int poll() {
        return client.poll(this, BATCH);
    }

    @Override
    public void replied(RequestRef request, Rows reply) {
        final long number = request.sequence() - sentBefore - 1;
        if (number != arrived) {
            throw new IllegalStateException(
                    "The result of event " + number + " came instead of the result of event " + arrived);
        }
        arrived++;
        arrivals.of(number);
    }

    @Override
    public void close() {
        client.close();
    }
}
