package dev.sluice.replay.repair.salvage;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.queue.state.ExclusiveFile;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.WriterLock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Keeps gateways, writers and whoever would open the queues anew away from a pair while it is repaired. Unlike their own locks
 * it changes nothing of the queues: what a kill left half made is there to be looked at.
 */
public record RepairLock(ExclusiveFile gateway, ExclusiveFile creation, FileChannel writers) implements AutoCloseable {

    /**
     * Locks the pair in that directory.
     *
     * @throws QueueLockedException if a gateway or a writer has it; the message says which
     */
    public static RepairLock acquire(Path pair) {
        final Path output = pair.resolve("out");
        final ExclusiveFile gateway =
                ExclusiveFile.lock(ExclusiveFile.in(output, GatewayLock.FILE), "the output queue " + output);
        try {
            final ExclusiveFile creation =
                    ExclusiveFile.lock(ExclusiveFile.in(pair, "create.lock"), "the opening of the queues in " + pair);
            try {
                return new RepairLock(gateway, creation, WriterLock.acquireAlone(pair.resolve("in")));
            } catch (final RuntimeException e) {
                creation.close();
                throw e;
            }
        } catch (final RuntimeException e) {
            gateway.close();
            throw e;
        }
    }

    @Override
    public void close() {
        try (gateway;
                creation;
                writers) {
            // closes all three
        } catch (final IOException e) {
            throw new QueueException("cannot close a lock file: " + e.getMessage(), e);
        }
    }
}
