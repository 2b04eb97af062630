package dev.sluice.testing.memory;

import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.testing.memory.MemoryLog.Written;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.NumberedWriter;
import dev.sluice.transport.OwnerThread;
import dev.sluice.transport.ResultWriter;
import java.util.List;
import java.util.Optional;

/** Writes results to memory. */
final class MemoryResultWriter implements ResultWriter {

    private static final int LARGEST = 16 << 20;

    private final OwnerThread thread = new OwnerThread("this result writer");
    private final MemoryLog log;
    private final long id = NumberedWriter.newId();
    private long sequence;

    MemoryResultWriter(MemoryLog log, Optional<LastAnswered> last) {
        this.log = log;
        this.sequence = last.map(LastAnswered::resultSequence).orElse(0L);
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public long nextSequence() {
        return sequence + 1;
    }

    @Override
    public int largestFrame() {
        return LARGEST;
    }

    @Override
    public long write(long requestIndex, long writtenNanos, long readNanos, MessageWriter result) {
        thread.check();
        final long index = log.appendResult(
                new Written(result.toBytes(), requestIndex, List.of(writtenNanos, readNanos, MemoryLog.nowNanos())));
        sequence++;
        return index;
    }

    @Override
    public long visibleIndex() {
        return log.visibleIndex();
    }

    @Override
    public void endOfChunk() {
        thread.check();
    }

    @Override
    public Runnable takeSync() {
        return () -> {};
    }

    @Override
    public boolean syncs() {
        return true;
    }

    @Override
    public void close() {
        // nothing is held open
    }
}
