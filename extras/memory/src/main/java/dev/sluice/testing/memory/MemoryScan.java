package dev.sluice.testing.memory;

import dev.sluice.testing.memory.MemoryLog.Written;
import dev.sluice.transport.MessageScan;
import dev.sluice.transport.MessageScan.Messages;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

/** Scans the requests or the results of a lane without checking them. */
final class MemoryScan implements Messages {

    private final IntSupplier size;
    private final IntFunction<? extends Written> at;
    private int next;

    private MemoryScan(IntSupplier size, IntFunction<? extends Written> at, long from) {
        this.size = size;
        this.at = at;
        this.next = Math.toIntExact(from);
    }

    static MessageScan.Requests requests(MemoryLog log, long from) {
        return new MessageScan.Requests(new MemoryScan(log::requests, log::request, from));
    }

    static MessageScan.Results results(MemoryLog log, long from) {
        return new MessageScan.Results(new MemoryScan(log::results, log::result, from));
    }

    private Written current() {
        return at.apply(next - 1);
    }

    @Override
    public boolean next() {
        if (next >= size.getAsInt()) {
            return false;
        }
        next++;
        return true;
    }

    @Override
    public long index() {
        return next - 1L;
    }

    @Override
    public byte[] message() {
        return current().message();
    }

    @Override
    public long answers() {
        return current().requestIndex();
    }

    @Override
    public long nanos(int time) {
        return current().nanos(time);
    }

    @Override
    public void close() {
        // nothing is held open
    }
}
