package dev.sluice.client;

import dev.sluice.internal.queue.EchoGateway;
import dev.sluice.internal.queue.OverQueues;
import dev.sluice.internal.queue.TestQueues;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** What tests with one client begin with: queues of their own, and a client without a name. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class ClientOverQueues extends OverQueues {

    protected GatewayClient client;

    @BeforeEach
    void openTheClient() {
        client = openClient();
    }

    /** A client without a name. */
    protected GatewayClient openClient() {
        return openClient(null);
    }

    protected GatewayClient openClient(String name) {
        return keep(GatewayClient.builder(directory)
                .options(TestQueues.SMALL)
                .name(name)
                .open());
    }

    /** Answers what has no result yet, and all that comes, until the test has ended. */
    protected void serve() {
        keep(EchoGateway.start(queues));
    }
}
