package dev.sluice.internal.queue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.internal.queue.document.DocumentAppender;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.internal.queue.state.WriterLock;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.transport.NumberedWriter;

/**
 * Writes requests to the input queue. A named writer stores the numbers of its last request and of its last answered request in a
 * file beside the queue.
 */
public final class InputWriter extends NumberedWriter {

    static final int STATE_WRITER = 0;
    static final int STATE_ANSWERED = 3;

    private final DocumentAppender appender;
    private final WriterLock lock;
    private final StateFile state;
    private final SyncMode syncMode;

    /** Takes ownership of the appender, the lock and the state file ({@code null} for a writer without a name). */
    InputWriter(DocumentAppender appender, WriterLock lock, StateFile state, long sequence, QueueOptions options) {
        super(
                state == null ? newId() : state.get(STATE_WRITER),
                sequence,
                state == null ? sequence : state.get(STATE_ANSWERED),
                Math.min(options.requestLimit(), appender.largestFrame()));
        this.appender = appender;
        this.lock = lock;
        this.state = state;
        this.syncMode = options.syncMode();
    }

    /** Returns the initial content of a new named writer's state file: a new id, and zeros. */
    static long[] newState() {
        return new long[] {newId(), 0, 0, 0};
    }

    @Override
    protected long store(MessageWriter request, long number) {
        appender.history().reset();
        final long index = appender.write(request);
        if (state != null) {
            state.set(StateFile.LAST_INDEX, index);
            state.set(StateFile.LAST_SEQUENCE, number);
        }
        return index;
    }

    @Override
    protected void stored() {
        if (syncMode == SyncMode.EACH) {
            appender.files().sync();
        }
    }

    @Override
    protected void keepAnswered(long number) {
        if (state != null) {
            state.set(STATE_ANSWERED, number);
        }
    }

    @Override
    protected void force() {
        appender.files().sync();
    }

    /** Forces the files to disk before closing them, unless the mode is {@link SyncMode#NONE}. */
    @Override
    protected void release() {
        try (lock;
                state;
                appender) {
            if (syncMode != SyncMode.NONE) {
                appender.files().sync();
            }
        }
    }
}
