package dev.sluice.transport;

import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.MessageReader;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.WireFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the requests or the results of a lane. The lane's transport stores each message in the queue format and, separately, the
 * message's history: some times and, for a result, the index of its request. Used by one thread.
 */
public abstract sealed class MessageScan<F> implements Scan<F> {

    /** Reads the messages, one after another, each with its history. */
    public interface Messages extends AutoCloseable {

        /** Moves to the next message; returns false if there is none now. */
        boolean next();

        long index();

        byte[] message();

        /** Returns the index of the answered request, as in the history; -1 if the history names no request. */
        long answers();

        /**
         * Returns a time of the history, by its number, counted from 0. It is a wall-clock time in nanoseconds since 1970; 0 if
         * the history has no such time.
         */
        long nanos(int time);

        @Override
        void close();
    }

    final Messages messages;
    private final MessageReader reader = new MessageReader();
    private @Nullable F frame;
    private String unreadable = "";

    private MessageScan(Messages messages) {
        this.messages = messages;
    }

    abstract F decode(byte[] message, MessageReader reader);

    @Override
    public boolean next() {
        if (!messages.next()) {
            return false;
        }
        frame = null;
        unreadable = "";
        try {
            frame = decode(messages.message(), reader);
        } catch (final WireFormatException e) {
            unreadable = String.valueOf(e.getMessage());
        }
        return true;
    }

    @Override
    public int eventBytes() {
        return messages.message().length;
    }

    /** Returns false, because the messages are not divided into files. */
    @Override
    public boolean skipFile() {
        return false;
    }

    @Override
    public long index() {
        return messages.index();
    }

    @Override
    public String unreadable() {
        return unreadable;
    }

    @Override
    public F frame() {
        if (frame == null) {
            throw new IllegalStateException("cannot be read: " + unreadable);
        }
        return frame;
    }

    @Override
    public void close() {
        messages.close();
    }

    /** Reads the requests. */
    public static final class Requests extends MessageScan<RequestFrame> implements RecordedRequests {

        public Requests(Messages messages) {
            super(messages);
        }

        @Override
        RequestFrame decode(byte[] message, MessageReader reader) {
            return RequestFrame.decode(message, 0, message.length, reader);
        }

        @Override
        public long writtenNanos() {
            return messages.nanos(0);
        }
    }

    /** Reads the results. */
    public static final class Results extends MessageScan<ResultFrame> implements RecordedResults {

        private final KnownColumns columns = new KnownColumns();

        public Results(Messages messages) {
            super(messages);
        }

        @Override
        ResultFrame decode(byte[] message, MessageReader reader) {
            return ResultFrame.decode(message, 0, message.length, reader, columns);
        }

        @Override
        public long historyIndex() {
            return messages.answers();
        }

        @Override
        public long nanos(int time) {
            return messages.nanos(time);
        }
    }
}
