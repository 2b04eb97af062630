package dev.sluice.replay.repair.salvage;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueLockedException;
import dev.sluice.internal.queue.state.ExclusiveFile;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.queue.state.WriterLock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps gateways, writers and whoever would open the queues anew away from a pair while it is repaired. Unlike their own locks
 * it changes nothing: what a kill left half made is there to be looked at.
 */
public final class RepairLock implements AutoCloseable {

    private final ExclusiveFile gateway;
    private final FileChannel writers;
    private final FileChannel creation;

    private RepairLock(ExclusiveFile gateway, FileChannel writers, FileChannel creation) {
        this.gateway = gateway;
        this.writers = writers;
        this.creation = creation;
    }

    /**
     * Locks the pair in that directory.
     *
     * @throws QueueLockedException if a gateway or a writer has it; the message says which
     */
    public static RepairLock acquire(Path pair) {
        final Path output = pair.resolve("out");
        final ExclusiveFile gateway =
                ExclusiveFile.lock(ExclusiveFile.in(output, GatewayLock.FILE), "the output queue " + output);
        FileChannel writers = null;
        boolean held = false;
        try {
            final Path input = pair.resolve("in");
            writers = WriterLock.acquireAlone(input);
            final RepairLock lock = new RepairLock(gateway, writers, alone(pair.resolve("create.lock"), pair));
            held = true;
            return lock;
        } finally {
            if (!held) {
                gateway.close();
                close(writers);
            }
        }
    }

    private static FileChannel alone(Path file, Path what) {
        try {
            final FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            final FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
                throw new QueueLockedException(what + " is being opened by another process (lock file " + file
                        + "): stop every process that uses these queues");
            }
            return channel;
        } catch (final OverlappingFileLockException e) {
            throw new QueueLockedException(what + " is being opened by this process (lock file " + file + ")");
        } catch (final IOException e) {
            throw new QueueException("cannot lock " + file + ": " + e.getMessage(), e);
        }
    }

    private static void close(FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (final IOException e) {
                throw new QueueException("cannot close a lock file: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void close() {
        close(creation);
        close(writers);
        gateway.close();
    }
}
