package dev.sluice.service;

import dev.sluice.api.FailureKind;
import dev.sluice.api.QueueException;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.core.CallTimes;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.ResultSink;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.ResultWriter;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;

/** The output queue as the {@link Gateway} sees it. Belongs to the service thread. */
public final class QueueSink implements ResultSink {

    private static final long NONE = -1;

    private final ResultWriter writer;
    private final MessageWriter message = new MessageWriter();
    private final BackgroundSync background = new BackgroundSync();
    private long written;
    private long flushed = NONE;

    /** @param last the last request that already has a result */
    public QueueSink(ResultWriter writer, Optional<LastAnswered> last) {
        this.writer = writer;
        this.written = last.map(LastAnswered::requestIndex).orElse(NONE);
    }

    @Override
    public void write(Item item) {
        try {
            write(item, item.request().name(), item.outcome());
        } catch (final IllegalArgumentException e) {
            write(item, item.request().name(), unwritable(item, e));
        }
    }

    private void write(Item item, String name, Outcome outcome) {
        final CallTimes call = item.call();
        ResultFrame.begin(message, outcome.kind(), name);
        outcome.write(message);
        ResultFrame.end(
                message,
                writer.id(),
                writer.nextSequence(),
                item.request(),
                call.askedUnlessUsual(),
                call.begunNanos(),
                call.endedNanos());
        if (message.size() > writer.largestFrame()) {
            final boolean isNameShort = name.length() < writer.largestFrame() / 8;
            write(item, isNameShort ? name : "", tooLarge(item, message.size()));
            return;
        }
        writer.write(item.request().index(), item.writtenNanos(), item.readNanos(), message);
        written = item.request().index();
        FaultPoint.reached("result-written");
    }

    private static Outcome unwritable(Item item, IllegalArgumentException why) {
        return Outcome.failed(
                FailureKind.TOO_LARGE,
                "The result of '" + NamedOperation.shown(item.request().name()) + "' cannot be written: "
                        + why.getMessage());
    }

    private Outcome tooLarge(Item item, int size) {
        return Outcome.failed(
                FailureKind.TOO_LARGE,
                "The result of '" + NamedOperation.shown(item.request().name()) + "' has " + size
                        + " bytes; a document of the output queue takes at most " + writer.largestFrame());
    }

    @Override
    public void flush() {
        FaultPoint.reached("results-unflushed");
        writer.endOfChunk();
        flushed = written;
        FaultPoint.reached("results-flushed");
    }

    @Override
    public long visibleIndex() {
        return writer.visibleIndex();
    }

    @Override
    public long durableIndex() {
        return writer.syncs() ? flushed : background.durableIndex();
    }

    @Override
    public void startSync() {
        if (!writer.syncs() && !background.busy() && background.durableIndex() != flushed) {
            background.start(writer.takeSync(), flushed);
        }
    }

    @Override
    public void close() {
        background.close();
        writer.close();
    }

    /**
     * Syncs results to disk on its own thread, because a sync may take long. Only one sync runs at a time. The service thread
     * starts it and checks for its end.
     */
    static final class BackgroundSync implements AutoCloseable {

        private final ExecutorService thread = DaemonThread.named("sync");
        private long syncing = -1;
        private long durable = -1;
        private CompletableFuture<Void> sync = CompletableFuture.completedFuture(null);

        /** Whether a sync is in progress. */
        boolean busy() {
            return !sync.isDone();
        }

        /** Runs a sync, after which every result up to this index is on disk. */
        void start(Runnable work, long index) {
            syncing = index;
            sync = CompletableFuture.runAsync(work, thread);
        }

        /** Returns the index up to which results are on disk; -1 if it is not known yet. */
        long durableIndex() {
            if (sync.isDone()) {
                try {
                    sync.join();
                } catch (final CompletionException e) {
                    // The system may have dropped data that it could not write, so it is unknown what is on disk.
                    final Throwable failure = e.getCause();
                    throw new QueueException("results cannot be brought to disk: " + failure.getMessage(), failure);
                }
                durable = syncing;
            }
            return durable;
        }

        @Override
        public void close() {
            thread.shutdown();
        }
    }
}
