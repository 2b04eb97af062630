package dev.sluice.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * Refuses to write before the disk is full: on Java 17 a full disk shows too late, a message that was accepted is lost
 * and later ones stay invisible. Measured at the start and after every mebibyte or 4096 messages; once refused, at each
 * message until there is space again.
 */
final class DiskReserve {

    private static final long BYTES_BETWEEN = 1 << 20;
    private static final int MESSAGES_BETWEEN = 4096;

    private final Path path;
    private final long reserve;
    private final LongSupplier usable;
    private long bytesLeft;
    private int messagesLeft;

    DiskReserve(Path path, long reserve) {
        this(path, reserve, usableSpace(path));
    }

    DiskReserve(Path path, long reserve, LongSupplier usable) {
        this.path = path;
        this.reserve = reserve;
        this.usable = usable;
        measure(0);
    }

    /** Call before each write of so many bytes. */
    void take(long bytes) {
        if (reserve == 0) {
            return;
        }
        if (bytesLeft < bytes || messagesLeft == 0) {
            measure(bytes);
        }
        bytesLeft -= bytes;
        messagesLeft--;
    }

    private void measure(long bytes) {
        bytesLeft = 0;
        messagesLeft = 0;
        final long free = reserve == 0 ? Long.MAX_VALUE : usable.getAsLong();
        if (free - bytes < reserve) {
            throw new DiskReserveException("the disk of " + path + " has " + (free >> 20) + " MB left, and "
                    + (reserve >> 20) + " MB are its reserve: nothing was written; free some space");
        }
        bytesLeft = Math.max(BYTES_BETWEEN, bytes);
        messagesLeft = MESSAGES_BETWEEN;
    }

    private static LongSupplier usableSpace(Path path) {
        try {
            final FileStore store = Files.getFileStore(path);
            return () -> {
                try {
                    return store.getUsableSpace();
                } catch (final IOException e) {
                    throw new UncheckedIOException("cannot tell the space left for " + path, e);
                }
            };
        } catch (final IOException e) {
            throw new QueueException("cannot tell the space left for " + path, e);
        }
    }
}
