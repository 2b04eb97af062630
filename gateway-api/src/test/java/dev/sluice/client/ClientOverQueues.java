package dev.sluice.client;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What tests with one client begin with: queues of their own, and a client without a name. */
public abstract class ClientOverQueues extends OverQueues {

    protected GatewayClient client;

    @BeforeEach
    void openTheClient() {
        client = openClient();
    }

    @AfterEach
    void closeTheClient() {
        client.close();
    }
}
