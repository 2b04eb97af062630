package dev.sluice.internal.queue;

import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.internal.queue.document.DocumentAppender;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.OwnerThread;
import dev.sluice.transport.ResultWriter;
import java.util.Optional;
import net.openhft.chronicle.wire.VanillaMessageHistory;

/**
 * Writes results to the output queue. The history of a result names the request that it answers, and the times at which the
 * request was written and read. Only the first thread that writes may use it.
 */
public final class OutputWriter implements ResultWriter {

    private final OwnerThread thread = new OwnerThread("this result writer");
    private final DocumentAppender appender;
    private final SyncMode syncMode;
    private final long writer = InputWriter.newId();
    private long sequence;
    private long visible;

    OutputWriter(DocumentAppender appender, Optional<LastAnswered> last, SyncMode syncMode) {
        this.appender = appender;
        this.sequence = last.map(LastAnswered::resultSequence).orElse(0L);
        this.visible = last.map(LastAnswered::requestIndex).orElse(-1L);
        this.syncMode = syncMode;
    }

    @Override
    public long id() {
        return writer;
    }

    @Override
    public long nextSequence() {
        return sequence + 1;
    }

    @Override
    public int largestFrame() {
        return appender.largestFrame();
    }

    @Override
    public long write(long requestIndex, long writtenNanos, long readNanos, MessageWriter result) {
        thread.check();
        if (result.size() > appender.largestFrame()) {
            throw new IllegalArgumentException(
                    "a result of " + result.size() + " bytes is larger than the limit of this" + " queue, "
                            + appender.largestFrame() + ": limit the rows, or create the queue with larger blocks");
        }
        final VanillaMessageHistory history = appender.history();
        history.reset();
        history.addSource(Documents.INPUT, requestIndex);
        history.addTiming(writtenNanos);
        history.addTiming(readNanos);
        final long index = appender.write(result);
        sequence++;
        visible = requestIndex;
        if (syncMode == SyncMode.EACH) {
            appender.files().sync();
        }
        return index;
    }

    /**
     * Returns the index of the request that the last written result answers. Every written result is visible, because readers see
     * a result as soon as it is in the queue file.
     */
    @Override
    public long visibleIndex() {
        return visible;
    }

    @Override
    public void endOfChunk() {
        if (syncMode != SyncMode.NONE) {
            sync();
        }
    }

    @Override
    public Runnable takeSync() {
        thread.check();
        return appender.files().take();
    }

    @Override
    public boolean syncs() {
        return syncMode != SyncMode.NONE;
    }

    /** Forces all results written so far to disk, including results in earlier roll files, so that they survive a power cut. */
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
