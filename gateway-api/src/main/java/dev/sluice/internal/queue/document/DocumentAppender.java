package dev.sluice.internal.queue.document;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.fault.FaultPoint;
import dev.sluice.internal.queue.files.Chronicle;
import dev.sluice.internal.queue.files.DiskReserve;
import dev.sluice.internal.queue.files.QueueClock;
import dev.sluice.internal.queue.files.QueueLock;
import dev.sluice.internal.queue.files.RollFileSpace;
import dev.sluice.internal.queue.files.RollFileSync;
import dev.sluice.internal.queue.files.RollFiles;
import dev.sluice.internal.wire.MessageWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.UnrecoverableTimeoutException;
import net.openhft.chronicle.wire.VanillaMessageHistory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes documents to a queue: first Chronicle's history of a message, then the message itself. Used by one thread.
 */
public final class DocumentAppender implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DocumentAppender.class);

    private final SingleChronicleQueue queue;
    private final WriteHistory history = new WriteHistory();
    private final RollFileSync files;
    private final Path directory;
    private final QueueLock lock;
    private final QueueClock clock;
    private final DiskReserve disk;
    private final RollFileSpace space;
    private final int largestFrame;
    private final Duration patience;
    private ExcerptAppender appender;
    private boolean noted = true;
    private long lastIndex = -1;

    public DocumentAppender(SingleChronicleQueue queue, QueueDirectory directory, QueueLock lock, long diskReserve) {
        this(queue, directory, lock, diskReserve, QueueLock.PATIENCE);
    }

    /** Does the same as the other constructor, but waits at most {@code patience} for the queue's write lock. */
    public DocumentAppender(
            SingleChronicleQueue queue, QueueDirectory directory, QueueLock lock, long diskReserve, Duration patience) {
        this.queue = queue;
        this.lock = lock;
        this.patience = patience;
        this.directory = directory.path();
        clock = (QueueClock) queue.time();
        disk = new DiskReserve(this.directory, diskReserve, TimeUnit.NANOSECONDS.toMillis(clock.wallNanos()));
        space = new RollFileSpace(queue, this.directory, clock);
        files = new RollFileSync(this.directory);
        largestFrame = QueueOptions.largestMessage(directory.blockSize());
        history.useBytesMarshallable(true);
        Chronicle.translate(this.directory, this::open);
    }

    private ExcerptAppender open() {
        appender = patiently(queue::createAppender);
        appender.singleThreadedCheckDisabled(true);
        return appender;
    }

    /** Returns the history of the next document. {@link #write} adds the time of writing to the history. */
    public VanillaMessageHistory history() {
        return history;
    }

    /** Returns the size in bytes of the largest message that fits into a document. */
    public int largestFrame() {
        return largestFrame;
    }

    /**
     * Writes one document.
     *
     * @return its index
     * @throws DiskReserveException if the disk has no more than its reserve left, or is full; nothing was written
     * @throws QueueException if another process kept the write lock for too long; nothing was written
     */
    public long write(MessageWriter message) {
        final long nanos = clock.wallNanos();
        final long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
        disk.take(message.size() + QueueOptions.OVERHEAD, millis);
        clock.writeBegins(millis);
        try {
            if (appender.isClosed()) {
                open();
            }
            space.prepare(millis);
            final DocumentContext document = begin();
            try {
                final Bytes<?> bytes = document.wire().bytes();
                space.extend(appender.cycle(), bytes.writePosition(), message.size() + QueueOptions.OVERHEAD);
                // Times must grow with the indexes. If another writer wrote in between, the clock is read again.
                history.nanos = document.index() == lastIndex + 1 ? nanos : clock.wallNanos();
                history.doWriteHistory(document);
                bytes.write(message.buffer(), 0, message.size());
                FaultPoint.reached("document-open");
            } catch (final Throwable e) {
                document.rollbackOnClose();
                throw e;
            } finally {
                document.close();
            }
            noteRoll();
            lastIndex = appender.lastIndexAppended();
            return lastIndex;
        } catch (final Throwable e) {
            appender.close(); // after a failure between two files, the appender would misplace the end mark
            throw Chronicle.translated(directory, e);
        } finally {
            clock.writeEnds();
        }
    }

    private void noteRoll() {
        if (files.rolls(appender.cycle())) {
            FaultPoint.reached("file-rolled");
            files.rolledTo(appender.cycle(), appender.currentFile());
            noted = false;
        }
        if (!noted) {
            try {
                RollFiles.noteBegun(
                        directory, appender.cycle(), appender.currentFile().toPath(), queue.rollCycle());
                noted = true;
            } catch (final QueueException e) {
                LOG.warn("This message is written, but its file could not be recorded: the next write tries again", e);
            }
        }
    }

    private DocumentContext begin() {
        try {
            return appender.writingDocument();
        } catch (final UnrecoverableTimeoutException e) {
            return patiently(appender::writingDocument);
        }
    }

    /**
     * Tries an operation again until the patience is used up. Chronicle itself is configured to give up early, because it may
     * wait for a file that a killed process left. Trying again is safe, because the failed attempt has written nothing.
     */
    private <T> T patiently(Supplier<T> use) {
        final long start = System.nanoTime();
        while (true) {
            try {
                return use.get();
            } catch (final UnrecoverableTimeoutException e) {
                if (System.nanoTime() - start >= patience.toNanos()) {
                    throw new QueueException(lock.notFree(patience), e);
                }
            }
        }
    }

    public RollFileSync files() {
        return files;
    }

    @Override
    public void close() {
        try (space) {
            appender.close();
        }
    }

    /** A history whose last time is set by the appender, and not read from the clock by Chronicle. */
    private static final class WriteHistory extends VanillaMessageHistory {
        private transient long nanos;

        @Override
        protected long nanoTime() {
            return nanos;
        }
    }
}
