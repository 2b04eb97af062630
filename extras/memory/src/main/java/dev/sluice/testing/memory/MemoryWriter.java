package dev.sluice.testing.memory;

import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.testing.memory.MemoryLog.WriterState;
import dev.sluice.testing.memory.MemoryLog.Written;
import dev.sluice.transport.NumberedWriter;
import org.jspecify.annotations.Nullable;

/** Writes requests to memory. */
final class MemoryWriter extends NumberedWriter {

    static final String KIND = "writer";

    private final MemoryLog log;
    private final WriterState state;
    private final @Nullable String name;

    /** @param name the writer's name, already reserved; {@code null} for a writer without one */
    MemoryWriter(MemoryLog log, WriterState state, @Nullable String name, int requestLimit) {
        super(state.id, state.sequence, state.answered, requestLimit);
        this.log = log;
        this.state = state;
        this.name = name;
    }

    @Override
    protected long store(MessageWriter request, long number) {
        state.sequence = number;
        return log.appendRequest(Written.request(request.toBytes()));
    }

    @Override
    protected void keepAnswered(long number) {
        state.answered = number;
    }

    @Override
    protected void force() {
        // nothing in memory can be made more durable
    }

    @Override
    protected void release() {
        if (name != null) {
            log.giveBack(KIND, name);
        }
    }
}
