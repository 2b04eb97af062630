package dev.sluice.client;

import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.TestQueues;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What tests of clients begin with: a queue pair of their own. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class OverQueues {

    @TempDir
    protected Path directory;

    protected QueuePair queues;

    @BeforeEach
    void openQueues() {
        queues = QueuePair.open(directory, TestQueues.SMALL);
    }

    @AfterEach
    void closeQueues() {
        queues.close();
    }

    /** A client without a name. */
    protected GatewayClient openClient() {
        return openClient(null);
    }

    protected GatewayClient openClient(String name) {
        return GatewayClient.builder(directory)
                .options(TestQueues.SMALL)
                .name(name)
                .open();
    }
}
