package dev.sluice.internal.queue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.QueueOptions.SyncMode;
import dev.sluice.api.RequestKind;
import dev.sluice.api.Requests;
import dev.sluice.internal.queue.document.DocumentAppender;
import dev.sluice.internal.queue.document.OwnerThread;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.internal.queue.state.WriterLock;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
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
public final class RequestWriter implements Requests, AutoCloseable {

    static final int STATE_WRITER = 0;
    static final int STATE_ANSWERED = 3;

    private static final VarHandle SEQUENCE;
    private static final SecureRandom RANDOM = new SecureRandom();

    static {
        try {
            SEQUENCE = MethodHandles.lookup().findVarHandle(RequestWriter.class, "sequence", long.class);
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
    RequestWriter(DocumentAppender appender, WriterLock lock, StateFile state, long sequence, QueueOptions options) {
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

    /** Writes a request as {@link #append} does, and returns its index in the input. */
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

    /** Writes one request by a thread of those that take turns under a lock, after {@link #takeOver}. */
    public void appendInTurn(RequestKind kind, Map<String, String> headers, String name, Object... arguments) {
        turn = Thread.currentThread();
        try {
            append(kind, headers, name, arguments);
        } finally {
            turn = null;
            thread.handOver();
        }
    }

    /** From now on requests are asked by {@link #appendInTurn} alone. */
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

    /** The number of the last request that has its result. */
    public long lastAnswered() {
        return answered;
    }

    /** How many requests were written, with those of an earlier process of a named writer that had no result yet. */
    public long written() {
        return lastSequence() - before;
    }

    /** How many of {@link #written()} have their result. */
    public long answered() {
        return answered - before;
    }

    /** Notes that all requests up to that number have their result; a named writer's next process knows it too. */
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

    /** Closes the writer, syncing first unless the mode is {@link SyncMode#NONE}. Any thread, once it is not writing. */
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
