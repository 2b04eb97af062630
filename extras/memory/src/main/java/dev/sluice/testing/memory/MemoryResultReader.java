package dev.sluice.testing.memory;

import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.testing.memory.MemoryLog.ReaderState;
import dev.sluice.transport.OwnerThread;
import dev.sluice.transport.ResultReader;
import org.jspecify.annotations.Nullable;

/** Reads results from memory. */
final class MemoryResultReader implements ResultReader {

    static final String KIND = "reader";

    private final OwnerThread thread = new OwnerThread("this result reader");
    private final MemoryLog log;
    private final ReaderState state;
    private final @Nullable String name;
    private final MessageReader reader = new MessageReader();
    private final KnownColumns columns = new KnownColumns();

    /** @param name the reader's name, already reserved; {@code null} for a reader without one */
    MemoryResultReader(MemoryLog log, ReaderState state, @Nullable String name) {
        this.log = log;
        this.state = state;
        this.name = name;
    }

    /** Returns a reader without a name that begins at an index. */
    static MemoryResultReader from(MemoryLog log, int next) {
        final ReaderState state = new ReaderState();
        state.next = next;
        return new MemoryResultReader(log, state, null);
    }

    @Override
    public int poll(Receiver receiver, int limit) {
        thread.check();
        int count = 0;
        while (count < limit && state.next < log.results()) {
            final byte[] message = log.result(state.next).message();
            receiver.result(state.next, ResultFrame.decode(message, 0, message.length, reader, columns));
            state.next++;
            count++;
        }
        return count;
    }

    @Override
    public void handOver() {
        thread.handOver();
    }

    @Override
    public ResultReader toStart() {
        state.next = 0;
        return this;
    }

    @Override
    public void close() {
        if (name != null) {
            log.giveBack(KIND, name);
        }
    }
}
