package dev.sluice.internal.queue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.queue.document.DocumentAppender;
import dev.sluice.internal.queue.document.OwnerThread;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.internal.queue.state.WriterLock;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.transport.RequestWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Objects;

/**
 * Writes requests to the input queue, numbered without a gap, and knows how many of them have their result.
 *
 * <p>One thread: the first that writes, or with futures several that take turns under a lock. Counted by any; told of
 * results by the one thread that reads them.
 */
public final class InputWriter implements RequestWriter {

    static final int STATE_WRITER = 0;
    static final int STATE_ANSWERED = 3;

    private static final VarHandle SEQUENCE;
    private static final SecureRandom RANDOM = new SecureRandom();

    static {
        try {
            SEQUENCE = MethodHandles.lookup().findVarHandle(InputWriter.class, "sequence", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final OwnerThread thread = new OwnerThread("this request writer");
    private final MessageWriter message = new MessageWriter();
    private final DocumentAppender appender;
    private final WriterLock lock;
    private final StateFile state;
    private final int requestLimit;
    private final SyncMode syncMode;
    private final long writer;
    private final long before;
    private long sequence;
    private volatile long answered;
    private volatile boolean closed;
    private volatile boolean taken;
    /** The thread whose turn it is; null where one thread owns this. */
    private Thread turn;

    /** Takes over the appender, the lock and the state ({@code null} for a writer without a name). */
    InputWriter(DocumentAppender appender, WriterLock lock, StateFile state, long sequence, QueueOptions options) {
        this.appender = appender;
        this.lock = lock;
        this.state = state;
        this.sequence = sequence;
        this.requestLimit = Math.min(options.requestLimit(), appender.largestFrame());
        this.syncMode = options.syncMode();
        this.writer = state == null ? newId() : state.get(STATE_WRITER);
        this.answered = state == null ? sequence : Math.min(state.get(STATE_ANSWERED), sequence);
        this.before = answered;
    }

    /** Returns the numbers that a named writer begins with. */
    static long[] newState() {
        return new long[] {newId(), 0, 0, 0};
    }

    /** A writer's id: random, never 0, which stands for requests that could not be read. */
    public static long newId() {
        final long id = RANDOM.nextLong();
        return id == 0 ? newId() : id;
    }

    @Override
    public long append(RequestKind kind, Map<String, String> headers, String name, Object... arguments) {
        write(kind, headers, name, arguments);
        return sequence;
    }

    @Override
    public long write(RequestKind kind, Map<String, String> headers, String name, Object... arguments) {
        if (closed || taken) {
            checkMayAsk(kind, name);
        }
        thread.check();
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(arguments, "arguments");
        final long next = sequence + 1;
        try {
            RequestFrame.encode(message, kind, writer, next, headers, name, arguments);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException(described(kind, name) + ": " + e.getMessage(), e);
        }
        if (message.size() > requestLimit) {
            throw new IllegalArgumentException(described(kind, name) + ": " + message.size()
                    + " bytes are more than the limit of " + requestLimit + " for one request");
        }
        appender.history().reset();
        final long index = appender.write(message);
        if (state != null) {
            state.set(StateFile.LAST_INDEX, index);
            state.set(StateFile.LAST_SEQUENCE, next);
        }
        SEQUENCE.setRelease(this, next);
        if (syncMode == SyncMode.EACH) {
            appender.files().sync();
        }
        return index;
    }

    private void checkMayAsk(RequestKind kind, String name) {
        if (closed) {
            throw new IllegalStateException(described(kind, name) + ": the gateway client was closed");
        } else if (turn != Thread.currentThread()) {
            throw new IllegalStateException(
                    described(kind, name) + ": this client has futures, which own its requests and results: ask them");
        }
    }

    private static String described(RequestKind kind, String name) {
        final String shown = name.length() > 60 ? name.substring(0, 60) + "…" : name;
        return kind.event() + " '" + shown + "'";
    }

    @Override
    public void appendInTurn(RequestKind kind, Map<String, String> headers, String name, Object... arguments) {
        turn = Thread.currentThread();
        try {
            append(kind, headers, name, arguments);
        } finally {
            turn = null;
            thread.handOver();
        }
    }

    @Override
    public void takeOver() {
        taken = true;
        thread.handOver();
    }

    @Override
    public long writer() {
        return writer;
    }

    @Override
    public long lastSequence() {
        return (long) SEQUENCE.getAcquire(this);
    }

    @Override
    public long lastAnswered() {
        return answered;
    }

    @Override
    public long written() {
        return lastSequence() - before;
    }

    @Override
    public long answered() {
        return answered - before;
    }

    @Override
    public void answeredUpTo(long number) {
        if (number > answered) {
            answered = number;
            if (state != null && !closed) {
                state.set(STATE_ANSWERED, number);
            }
        }
    }

    @Override
    public void sync() {
        if (closed) {
            throw new IllegalStateException("sync: the gateway client was closed");
        }
        thread.check();
        appender.files().sync();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (lock;
                state;
                appender) {
            if (syncMode != SyncMode.NONE) {
                appender.files().sync();
            }
        }
    }
}
