package dev.sluice.client.job;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.RolledQueues;
import dev.sluice.internal.queue.TestQueues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an unfinished run needs stays, until it has moved on, has ended, or is given up. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("try") // runs that only have to be begun
class RunRetentionTest {

    @TempDir
    Path directory;

    private Job begin(GatewayClient client) {
        return client.job("letters", "today");
    }

    private GatewayClient client() {
        return GatewayClient.builder(directory).options(TestQueues.SMALL).open();
    }

    @Test
    void shouldKeepWhatAnUnfinishedRunNeedsUntilItIsGivenUp() throws IOException {
        try (RolledQueues rolled = new RolledQueues(directory)) {
            rolled.answeredFiles(2);
            try (GatewayClient client = client();
                    Job run = begin(client)) {
                rolled.answeredFiles(3);
            }
            assertTrue(rolled.retain().stream()
                    .anyMatch(verdict -> verdict.reason().contains("the run 'letters@today'")));
            assertEquals(4, rolled.files("in").size());
            assertEquals(4, rolled.files("out").size());
            OpenRun.giveUp(directory, "letters", "today");
            rolled.retain();
            assertEquals(1, rolled.files("in").size());
        }
    }

    @Test
    void shouldLetGoWhatIsBehindTheRunsMarks() throws IOException {
        try (RolledQueues rolled = new RolledQueues(directory)) {
            rolled.answeredFiles(1);
            try (GatewayClient client = client();
                    Job run = begin(client)) {
                final JobItem first = run.item("a");
                rolled.answeredFiles(3);
                run.mark("");
                rolled.retain();
                assertEquals(4, rolled.files("in").size());
                run.handled(first);
                final AtomicInteger items = new AtomicInteger();
                await().until(() -> {
                    run.handled(run.item("b" + items.incrementAndGet())); // begun after what was read by then
                    run.mark("");
                    rolled.retain();
                    return rolled.files("in").size() == 1;
                });
                run.end("");
            }
        }
    }
}
