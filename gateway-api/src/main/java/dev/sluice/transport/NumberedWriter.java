package dev.sluice.transport;

import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.IdempotencyKey;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The part of a request writer that all transports share: it numbers and counts requests, and checks limits and threads. */
public abstract class NumberedWriter implements RequestWriter {

    private static final VarHandle SEQUENCE;
    private static final VarHandle BEGUN;
    private static final SecureRandom RANDOM = new SecureRandom();

    static {
        try {
            SEQUENCE = MethodHandles.lookup().findVarHandle(NumberedWriter.class, "sequence", long.class);
            BEGUN = MethodHandles.lookup().findVarHandle(NumberedWriter.class, "begun", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final OwnerThread thread = new OwnerThread("this request writer");
    private final MessageWriter message = new MessageWriter();
    private final int requestLimit;
    private final long writer;
    private final long before;
    private long sequence;
    /** The number of the last request whose write has begun. The result may arrive before the write of the request returns. */
    private long begun;

    private volatile long answered;
    private volatile boolean closed;
    private volatile boolean taken;
    /** The thread that now writes through {@link #appendInTurn}; null if no thread does so. */
    private @Nullable Thread turn;

    /**
     * @param writer the writer's id
     * @param sequence the number of the last request that was written under that id
     * @param answered the number of the last request that is known to have its result
     * @param requestLimit the size in bytes of the largest request
     */
    protected NumberedWriter(long writer, long sequence, long answered, int requestLimit) {
        this.writer = writer;
        this.sequence = sequence;
        this.begun = sequence;
        this.answered = Math.min(answered, sequence);
        this.before = this.answered;
        this.requestLimit = requestLimit;
    }

    /** Returns a new random id for a writer. It is never 0, because 0 marks requests that could not be read. */
    public static long newId() {
        final long id = RANDOM.nextLong();
        return id == 0 ? newId() : id;
    }

    /**
     * Writes a request. When this method returns, the request's number must not be used again. Called on the thread that writes.
     *
     * @param request the complete request
     * @param number the number of the request
     * @return the index of the request, or a value from which {@link #index} obtains the index
     */
    protected abstract long store(MessageWriter request, long number);

    /** Returns the index of the request that was stored last; waits if the index becomes known only later. */
    protected long index(long stored) {
        return stored;
    }

    /** Called after a request was written. An exception from this method does not undo the write. */
    protected void stored() {}

    /**
     * Records that all requests up to this number have their result. If the writer has a name, the next process that opens this
     * name reads the record.
     */
    protected abstract void keepAnswered(long number);

    /** Forces the written requests to disk. Called on the thread that writes. */
    protected abstract void force();

    /** Releases all resources. Called once. */
    protected abstract void release();

    @Override
    public final long append(
            RequestKind kind, Map<String, String> headers, String name, @Nullable Object... arguments) {
        if (headers.containsKey(IdempotencyKey.HEADER)) {
            throw new IllegalArgumentException(described(kind, name) + ": the header '" + IdempotencyKey.HEADER
                    + "' is reserved for requests that 'sluice replay redrive' sends again; leave the header out, or"
                    + " rename it");
        }
        put(kind, headers, name, arguments);
        return sequence;
    }

    @Override
    public final long write(RequestKind kind, Map<String, String> headers, String name, @Nullable Object... arguments) {
        return index(put(kind, headers, name, arguments));
    }

    private long put(RequestKind kind, Map<String, String> headers, String name, @Nullable Object[] arguments) {
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
        BEGUN.setRelease(this, next);
        final long stored = store(message, next);
        SEQUENCE.setRelease(this, next);
        stored();
        return stored;
    }

    private void checkMayAsk(RequestKind kind, String name) {
        if (closed) {
            throw new IllegalStateException(described(kind, name) + ": the gateway client was closed");
        } else if (turn != Thread.currentThread()) {
            throw new IllegalStateException(described(kind, name)
                    + ": this client has futures or a job, and only these may write its requests");
        }
    }

    private static String described(RequestKind kind, String name) {
        final String shown = name.length() > 60 ? name.substring(0, 60) + "…" : name;
        return kind.event() + " '" + shown + "'";
    }

    @Override
    public final void appendInTurn(
            RequestKind kind, Map<String, String> headers, String name, @Nullable Object... arguments) {
        turn = Thread.currentThread();
        try {
            append(kind, headers, name, arguments);
        } finally {
            turn = null;
            thread.handOver();
        }
    }

    @Override
    public final void takeOver() {
        taken = true;
        thread.handOver();
    }

    @Override
    public final long writer() {
        return writer;
    }

    @Override
    public final long lastSequence() {
        return (long) SEQUENCE.getAcquire(this);
    }

    @Override
    public final long lastAnswered() {
        return answered;
    }

    @Override
    public final long written() {
        return lastSequence() - before;
    }

    @Override
    public final long answered() {
        return answered - before;
    }

    @Override
    public final boolean awaits(long number) {
        return number > answered && number <= (long) BEGUN.getAcquire(this);
    }

    @Override
    public final void answeredUpTo(long number) {
        if (number > answered) {
            answered = number;
            if (!closed) {
                keepAnswered(number);
            }
        }
    }

    @Override
    public final void sync() {
        if (closed) {
            throw new IllegalStateException("sync: the gateway client was closed");
        }
        thread.check();
        force();
    }

    @Override
    public final void close() {
        if (!closed) {
            closed = true;
            release();
        }
    }
}
