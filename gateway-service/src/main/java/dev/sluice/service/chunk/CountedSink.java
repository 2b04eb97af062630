package dev.sluice.service.chunk;

import java.util.function.LongSupplier;

/** Counts each result that another sink has written. Belongs to the service thread. */
public final class CountedSink implements ResultSink {

    private final ResultSink sink;
    private final LongSupplier wallClockNanos;
    private boolean writing;
    private long nowNanos;

    /**
     * @param sink where results go
     * @param wallClockNanos nanoseconds since 1970; read once for several results written in one go
     */
    public CountedSink(ResultSink sink, LongSupplier wallClockNanos) {
        this.sink = sink;
        this.wallClockNanos = wallClockNanos;
    }

    @Override
    public void write(Item item) {
        sink.write(item);
        if (!writing) {
            writing = true;
            nowNanos = wallClockNanos.getAsLong();
        }
        item.countWritten(nowNanos);
    }

    @Override
    public void flush() {
        writing = false;
        sink.flush();
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
