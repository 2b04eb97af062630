package dev.sluice.internal.queue;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests over queues begin with: a pair of their own. What they open besides is closed after each, the last first. */
public abstract class OverQueues {

    @TempDir
    protected Path directory;

    protected QueuePair queues;

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    @BeforeEach
    protected void openQueues() {
        queues = QueuePair.open(directory, TestQueues.SMALL);
    }

    @AfterEach
    protected void closeQueues() throws Exception {
        try {
            while (!opened.isEmpty()) {
                opened.pop().close();
            }
        } finally {
            queues.close();
        }
    }

    /** Closes it after the test. */
    protected <T extends AutoCloseable> T keep(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Closes the pair and opens it again, as the next process would. */
    protected void reopen() {
        queues.close();
        openQueues();
    }
}
