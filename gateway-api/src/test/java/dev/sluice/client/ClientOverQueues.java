package dev.sluice.client;

import dev.sluice.queue.QueuePair;
import dev.sluice.queue.TestQueues;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What many tests begin with: a queue pair of their own, and a client of it without a name. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class ClientOverQueues {

    @TempDir
    protected Path directory;

    protected QueuePair queues;
    protected GatewayClient client;

    @BeforeEach
    void openQueuesAndClient() {
        queues = QueuePair.open(directory, TestQueues.SMALL);
        client = openClient(null);
    }

    /** Another one. */
    protected GatewayClient openClient(String name) {
        return GatewayClient.builder(directory)
                .options(TestQueues.SMALL)
                .name(name)
                .open();
    }

    @AfterEach
    void closeClientAndQueues() {
        client.close();
        queues.close();
    }
}
