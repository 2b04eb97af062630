package dev.sluice.internal.queue;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.api.SyncMode;
import dev.sluice.internal.queue.document.DocumentAppender;
import dev.sluice.internal.queue.document.OwnerThread;
import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.internal.queue.state.WriterLock;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.RequestFrame;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Writes requests to the input queue. Requests of one writer carry running numbers without a gap.
 *
 * <p>One thread: the first that writes. {@link #lastSequence()} may be read by any.
 */
public final class RequestWriter implements AutoCloseable {

    static final int STATE_WRITER = 0;
    static final int STATE_LAST_INDEX = 1;
    static final int STATE_LAST_SEQUENCE = 2;
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
    private final Encoder encoder = new Encoder();
    private final DocumentAppender appender;
    private final WriterLock lock;
    private final StateFile state;
    private final int requestLimit;
    private final SyncMode syncMode;
    private final long writer;
    private long sequence;
    private boolean closed;

    /** Takes over the appender, the lock and the state ({@code null} for a writer without a name). */
    RequestWriter(DocumentAppender appender, WriterLock lock, StateFile state, long sequence, QueueOptions options) {
        this.appender = appender;
        this.lock = lock;
        this.state = state;
        this.sequence = sequence;
        this.requestLimit = Math.min(options.requestLimit(), appender.largestFrame());
        this.syncMode = options.syncMode();
        this.writer = state == null ? newId() : state.get(STATE_WRITER);
    }

    /** What a named writer begins with. */
    static long[] newState() {
        return new long[] {newId(), 0, 0, 0};
    }

    /** A writer's id: random, never 0, which stands for requests that could not be read. */
    public static long newId() {
        final long id = RANDOM.nextLong();
        return id == 0 ? newId() : id;
    }

    /**
     * Writes one request.
     *
     * @param headers notes that travel with it, or empty
     * @return its index
     * @throws IllegalArgumentException if an argument has no type on the wire, or the request is larger than its limit
     * @throws DiskReserveException if the disk has reached its reserve
     * @throws IllegalStateException if this writer was closed, or belongs to another thread
     */
    public long append(RequestKind kind, Map<String, String> headers, String name, Object... arguments) {
        thread.check();
        if (closed) {
            throw new IllegalStateException("this request writer was closed");
        }
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(arguments, "arguments");
        final long next = sequence + 1;
        try {
            RequestFrame.encode(encoder, kind, writer, next, headers, name, arguments);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException(described(kind, name) + ": " + e.getMessage(), e);
        }
        if (encoder.size() > requestLimit) {
            throw new IllegalArgumentException(described(kind, name) + ": " + encoder.size()
                    + " bytes are more than the limit of " + requestLimit + " for one request");
        }
        appender.history().reset();
        final long index = appender.write(kind.event(), encoder);
        if (state != null) {
            state.set(STATE_LAST_INDEX, index);
            state.set(STATE_LAST_SEQUENCE, next);
        }
        SEQUENCE.setRelease(this, next);
        if (syncMode == SyncMode.EACH) {
            appender.files().sync();
        }
        return index;
    }

    private static String described(RequestKind kind, String name) {
        final String shown = name.length() > 60 ? name.substring(0, 60) + "…" : name;
        return kind.event() + " '" + shown + "'";
    }

    /** The writer's id. */
    public long id() {
        return writer;
    }

    /** The number of the last request written, 0 when there is none. Any thread. */
    public long lastSequence() {
        return (long) SEQUENCE.getAcquire(this);
    }

    /** The number noted by {@link #noteAnswered}, in this run or, for a named writer, in an earlier one. */
    public OptionalLong answered() {
        return state == null ? OptionalLong.empty() : OptionalLong.of(state.get(STATE_ANSWERED));
    }

    /** Notes that all requests up to that number were answered, for a named writer's next run. Any thread. */
    public void noteAnswered(long answeredSequence) {
        if (state != null && !closed) {
            state.set(STATE_ANSWERED, answeredSequence);
        }
    }

    /** Lets another thread write next: for threads that take turns under a lock. */
    public void handOver() {
        thread.handOver();
    }

    /** Forces every request written until now to disk. */
    public void sync() {
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
