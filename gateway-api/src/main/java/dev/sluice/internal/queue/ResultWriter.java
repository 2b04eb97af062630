package dev.sluice.internal.queue;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.internal.queue.document.DocumentAppender;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.document.OwnerThread;
import dev.sluice.internal.wire.MessageWriter;
import net.openhft.chronicle.wire.VanillaMessageHistory;

/**
 * Writes results to the output queue, each with a history that says which request it answers and when that was written
 * and read. One thread: the first that writes.
 */
public final class ResultWriter implements AutoCloseable {

    private final OwnerThread thread = new OwnerThread("this result writer");
    private final DocumentAppender appender;
    private final SyncMode syncMode;
    private final long writer = RequestWriter.newId();
    private long sequence;

    ResultWriter(DocumentAppender appender, long sequence, SyncMode syncMode) {
        this.appender = appender;
        this.sequence = sequence;
        this.syncMode = syncMode;
    }

    /** The id of this run, for the result. */
    public long id() {
        return writer;
    }

    /** The number for the next result; goes on after a restart. */
    public long nextSequence() {
        return sequence + 1;
    }

    /** The largest result that can be written, in bytes. */
    public int largestFrame() {
        return appender.largestFrame();
    }

    /**
     * Writes one result.
     *
     * @param requestIndex the index of the request that it answers
     * @param writtenNanos when that was written, by the wall clock in nanoseconds since 1970; 0 if unknown
     * @param readNanos when it was read, on the same clock
     * @param result a whole result with {@link #nextSequence()}
     * @return the result's index
     * @throws DiskReserveException if the disk has reached its reserve
     */
    public long write(long requestIndex, long writtenNanos, long readNanos, MessageWriter result) {
        thread.check();
        if (result.size() > appender.largestFrame()) {
            throw new IllegalArgumentException(
                    "a result of " + result.size() + " bytes is larger than a document of this" + " queue, "
                            + appender.largestFrame() + ": limit the rows, or create the queue with larger blocks");
        }
        final VanillaMessageHistory history = appender.history();
        history.reset();
        history.addSource(Documents.INPUT, requestIndex);
        history.addTiming(writtenNanos);
        history.addTiming(readNanos);
        final long index = appender.write(result);
        sequence++;
        if (syncMode == SyncMode.EACH) {
            appender.files().sync();
        }
        return index;
    }

    /** Call after the last of several results written in one go: syncs, unless the mode is {@link SyncMode#NONE}. */
    public void endOfChunk() {
        if (syncMode != SyncMode.NONE) {
            sync();
        }
    }

    /** Takes over what {@link #sync} would do now, for any thread to run; if that fails, nothing can be told to be on disk. */
    public Runnable takeSync() {
        thread.check();
        return appender.files().take();
    }

    /** Whether results survive a power cut, too, after {@link #endOfChunk}. */
    public boolean syncs() {
        return syncMode != SyncMode.NONE;
    }

    /** Forces every result written until now to disk, those in files that have rolled since too. */
    public void sync() {
        thread.check();
        appender.files().sync();
    }

    @Override
    public void close() {
        try (appender) {
            if (syncMode != SyncMode.NONE) {
                appender.files().sync();
            }
        }
    }
}
