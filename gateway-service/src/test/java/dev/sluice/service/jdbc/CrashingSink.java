package dev.sluice.service.jdbc;

import dev.sluice.service.core.Item;
import dev.sluice.service.core.ResultSink;
import dev.sluice.service.memory.InMemoryQueue;
import dev.sluice.service.memory.InMemorySink;

/** Throws instead of writing some result: that and everything in hand after it is lost, as in a crash. */
final class CrashingSink implements ResultSink {

    private final InMemorySink sink;
    private final InMemoryQueue output;
    private final int crashAt;

    /** @param crashAt how many results the output takes */
    CrashingSink(InMemoryQueue output, int crashAt) {
        this.sink = new InMemorySink(output);
        this.output = output;
        this.crashAt = crashAt;
    }

    /** The crash. */
    static final class CrashException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public void write(Item item) {
        if (output.size() >= crashAt) {
            throw new CrashException();
        }
        sink.write(item);
    }

    @Override
    public void flush() {
        sink.flush();
    }

    @Override
    public long visibleIndex() {
        return sink.visibleIndex();
    }

    @Override
    public long durableIndex() {
        return sink.durableIndex();
    }

    @Override
    public void startSync() {
        sink.startSync();
    }

    @Override
    public void close() {
        sink.close();
    }
}
