package dev.sluice.internal.queue.files;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * Refuses writes before the disk is full, to leave space for other programs and for the results of accepted requests. The free
 * space is measured at the start, and again after a mebibyte, after 4096 messages, or after a tenth of a second, because other
 * programs fill the disk, too. After a refusal the space is measured at each message until there is enough space again.
 */
public final class DiskReserve {

    private static final long BYTES_BETWEEN = 1 << 20;
    private static final int MESSAGES_BETWEEN = 4096;
    private static final long MILLIS_BETWEEN = 100;

    private final Path path;
    private final long reserve;
    private final LongSupplier usable;
    private long bytesLeft;
    private int messagesLeft;
    private long measuredMillis;

    /** @param now the wall clock time in milliseconds */
    public DiskReserve(Path path, long reserve, long now) {
        this(path, reserve, now, usableSpace(path));
    }

    public DiskReserve(Path path, long reserve, long now, LongSupplier usable) {
        this.path = path;
        this.reserve = reserve;
        this.usable = usable;
        measure(0, now);
    }

    /**
     * Called before each write of {@code bytes} bytes. {@code now} may be less than before if somebody has set the clock back.
     */
    public void take(long bytes, long now) {
        if (reserve == 0) {
            return;
        }
        if (bytesLeft < bytes || messagesLeft == 0 || Math.abs(now - measuredMillis) >= MILLIS_BETWEEN) {
            measure(bytes, now);
        }
        bytesLeft -= bytes;
        messagesLeft--;
    }

    private void measure(long bytes, long now) {
        bytesLeft = 0;
        messagesLeft = 0;
        final long free = reserve == 0 ? Long.MAX_VALUE : usable.getAsLong();
        if (free - bytes < reserve) {
            throw new DiskReserveException("the disk of " + path + " has " + (free >> 20) + " MB left, and "
                    + (reserve >> 20) + " MB are its reserve: nothing was written; free some space");
        }
        bytesLeft = Math.max(BYTES_BETWEEN, bytes);
        messagesLeft = MESSAGES_BETWEEN;
        measuredMillis = now;
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
