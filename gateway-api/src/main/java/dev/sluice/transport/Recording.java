package dev.sluice.transport;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.transport.Recording.Scan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Requests and their results as they stand, in a {@link Lane} or in a file that was made of them: what
 * tools read that show them, judge them or ask them again. Positions are those of the queues, wherever they are read.
 */
public interface Recording extends AutoCloseable {

    /** The id of the input queue: with an index, the position that identifies a request. */
    UUID inputId();

    /** The id of the input that the output says it answers. */
    Optional<UUID> answeredInput();

    /** The name of the input's roll cycle. */
    String rollCycle();

    /** Returns the position of that index of the input. */
    Position inputPosition(long index);

    /** Returns the position of that index of the output. */
    Position outputPosition(long index);

    /** The index of that position in the input. */
    long inputIndex(Position position);

    /** The index of the last request now, -1 without any: to leave out what comes meanwhile. The largest if nothing comes. */
    long lastIndexNow();

    /** About how many documents there are to read of the input, for a progress bar; 0 if that is not known. */
    long requestCount();

    /** Whether the first requests there ever were may be missing. */
    boolean hasDeletedRequests();

    /** Whether the first results there ever were may be missing. */
    boolean hasDeletedResults();

    /** Whether nothing was left out between the first document and the last. */
    boolean isComplete();

    /** The index of the first request that was written at that time or later, by the wall clock, nanoseconds since 1970. */
    OptionalLong firstRequestSince(long nanos);

    /** The index of the first request at or after that index, whether there is one at it or not. */
    OptionalLong firstRequestFrom(long index);

    /** Every document of the input, from the first there is. */
    RecordedRequests scanRequests();

    /** The documents of the input from an index that {@link #firstRequestFrom} gave. */
    RecordedRequests scanRequests(long from);

    /** Every document of the output, from the first there is. */
    RecordedResults scanResults();

    /** The documents of the output from the first result that answers that request or a later one. */
    RecordedResults scanResults(long ofRequest);

    @Override
    void close();

    /**
     * Reads one side of a {@link Recording} as it stands, for tools that judge it: it says what is wrong with a document and goes
     * on. What it gives is of the document read last. One thread.
     *
     * @param <F> what belongs there
     */
    public interface Scan<F> extends AutoCloseable {

        /**
         * Reads the next document.
         *
         * @return false if there is none now
         * @throws QueueException if there should be one and it cannot be reached
         */
        boolean next();

        /** The length of the message in bytes, as encoded; 0 if that is not known. */
        default int eventBytes() {
            return 0;
        }

        /** Goes on with the next part that can be read, after it could not be; false if there is none. */
        boolean skipFile();

        /** Returns the document's index in the queue. */
        long index();

        /** Returns why the document does not belong there; empty if it does. */
        String unreadable();

        /**
         * Returns the frame of the document.
         *
         * @throws IllegalStateException if it is not what belongs there
         */
        F frame();

        /** The document itself, whatever it says. */
        RecordedDocument<F> recorded();

        @Override
        void close();
    }

    /** The requests of a {@link Recording}. */
    public interface RecordedRequests extends Scan<RequestFrame> {

        /** Returns when the request was written: wall clock, nanoseconds since 1970; 0 if it does not say. */
        long writtenNanos();
    }

    /** The results of a {@link Recording}. Times are wall clock, nanoseconds since 1970, and 0 if it does not say. */
    public interface RecordedResults extends Scan<ResultFrame> {

        /** The index of the request that its history says it answers; -1 if it names none of the input. */
        long historyIndex();

        /** Returns one of the times of its history, counted from 0; 0 if there are not as many. */
        long nanos(int time);

        /** Returns when the request was written. */
        default long requestWrittenNanos() {
            return nanos(0);
        }

        /** Returns when the gateway read the request. */
        default long requestReadNanos() {
            return nanos(1);
        }

        /** Returns when the result was written. */
        default long writtenNanos() {
            return nanos(2);
        }
    }

    /**
     * A document of a queue, taken out of it.
     *
     * @param index its index in the queue
     * @param times of its history, in their order: wall clock, nanoseconds since 1970
     * @param answers the index of the request that its history names, -1 if it names none
     * @param frame what it says; empty if it is not what belongs in the queue
     * @param unreadable why it is not what belongs there; empty if it is
     * @param bytes the whole document if it is not what belongs there; otherwise empty
     * @param <F> what belongs in the queue
     */
    public record RecordedDocument<F>(
            long index, List<Long> times, long answers, Optional<F> frame, String unreadable, byte[] bytes) {

        private static final byte[] NONE = new byte[0];

        public RecordedDocument {
            times = List.copyOf(times);
        }

        /** A document that is what belongs in the queue. */
        public static <F> RecordedDocument<F> of(long index, List<Long> times, long answers, F frame) {
            return new RecordedDocument<>(index, times, answers, Optional.of(frame), "", NONE);
        }

        /** A document that is anything else, for that reason; without bytes if they are not to be kept. */
        public static <F> RecordedDocument<F> unreadable(
                long index, List<Long> times, long answers, String why, byte[] bytes) {
            return new RecordedDocument<>(index, times, answers, Optional.empty(), why, bytes);
        }

        /** This document with another content. */
        public RecordedDocument<F> with(F other) {
            return of(index, times, answers, other);
        }
    }
}
