package dev.sluice.queue;

import dev.sluice.fault.FaultPoint;
import dev.sluice.wire.Encoder;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.BinaryWireCode;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.VanillaMessageHistory;
import net.openhft.chronicle.wire.Wire;

/**
 * Writes documents of one event whose value is one array of bytes, with history in front, as a Chronicle method writer
 * with history would. One thread.
 */
final class DocumentAppender implements AutoCloseable {

    private final ExcerptAppender appender;
    private final VanillaMessageHistory history = new VanillaMessageHistory();
    private final RollFileSync files;
    private final DiskReserve disk;
    private final int largestFrame;

    DocumentAppender(ChronicleQueue queue, QueueDirectory directory, long diskReserve) {
        disk = new DiskReserve(directory.path(), diskReserve);
        files = new RollFileSync(directory.path());
        largestFrame = Documents.largestFrame(directory.blockSize());
        history.historyWallClock(true);
        history.useBytesMarshallable(true);
        appender = queue.createAppender();
        appender.singleThreadedCheckDisabled(true);
    }

    /** The history of the next document; the time of writing is added to it. */
    VanillaMessageHistory history() {
        return history;
    }

    /** The largest frame that fits. */
    int largestFrame() {
        return largestFrame;
    }

    /**
     * Writes one document.
     *
     * @return its index
     * @throws DiskReserveException if the disk has reached its reserve
     */
    long write(String event, Encoder frame) {
        final int size = frame.size();
        disk.take(size + Documents.OVERHEAD);
        final DocumentContext document = appender.writingDocument();
        boolean complete = false;
        try {
            history.doWriteHistory(document);
            final Wire wire = document.wire();
            wire.writeEventName(event).writeLength(size + 1L);
            final Bytes<?> bytes = wire.bytes();
            bytes.writeUnsignedByte(BinaryWireCode.U8_ARRAY);
            bytes.write(frame.buffer(), 0, size);
            FaultPoint.reached("document-open");
            complete = true;
        } finally {
            if (!complete) {
                document.rollbackOnClose();
            }
            document.close();
        }
        if (files.rolls(appender.cycle())) {
            FaultPoint.reached("file-rolled");
            files.rolledTo(appender.cycle(), appender.currentFile());
        }
        return appender.lastIndexAppended();
    }

    RollFileSync files() {
        return files;
    }

    @Override
    public void close() {
        appender.close();
    }
}
