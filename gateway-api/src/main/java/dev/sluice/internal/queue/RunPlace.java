package dev.sluice.internal.queue;

import dev.sluice.internal.queue.state.StateFile;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Where an unfinished run of a job is in the results. It needs what comes after, results and their requests, to be
 * continued after a kill; so retention keeps that until the run has moved on, has ended, or is given up. Unlike a named
 * reader's place this one moves when it is told to, not as results are read.
 *
 * <p>Open in one process at a time. Results are read by one thread; the other methods are for any.
 */
public final class RunPlace implements AutoCloseable {

    public static final String ROLE = "run";

    /**
     * A place in the output: after one result.
     *
     * @param index the index of that result, 0 for the place before the first one
     * @param sequence its running number, 0 before the first one
     */
    public record Place(long index, long sequence) {
        /** The place before the first result there ever was. */
        static final Place START = new Place(0, 0);
    }

    private final StateFile state;
    private final ResultReader results;
    private final Function<OptionalLong, RequestReader> requests;
    private final OptionalLong firstRequest;
    private final Place begin;
    private long lastIndex;
    private long lastSequence;
    private volatile Place read;

    /** Takes over the state and the reader of the results after it. */
    RunPlace(
            StateFile state,
            Place begin,
            ResultReader results,
            OptionalLong firstRequest,
            Function<OptionalLong, RequestReader> requests) {
        this.state = state;
        this.results = results;
        this.requests = requests;
        this.firstRequest = firstRequest;
        this.begin = begin;
        this.read = begin;
    }

    /** Returns the run's place at its opening: the run's requests of earlier processes are after it. */
    public Place begin() {
        return begin;
    }

    /** A reader of the requests from that place on, to be closed by the caller. */
    public RequestReader requestsFromBegin() {
        return requests.apply(firstRequest);
    }

    /** Hands over the results after {@link #begin}, as {@link ResultReader#poll}. The thread that reads. */
    public int poll(ResultReader.Receiver receiver, int limit) {
        final int count = results.poll(
                (index, result) -> {
                    receiver.result(index, result);
                    lastIndex = index;
                    lastSequence = result.sequence();
                },
                limit);
        if (count > 0) {
            read = new Place(lastIndex, lastSequence);
        }
        return count;
    }

    /** Returns the place after the last result that was surely read: requests from now on are answered after it. */
    public Place read() {
        return read;
    }

    /** Notes that nothing before that place is needed any more. A power cut may forget this, and then more is kept. */
    public void moveTo(Place place) {
        state.set(StateFile.LAST_SEQUENCE, place.sequence());
        state.set(StateFile.LAST_INDEX, place.index());
    }

    /** Deletes the place, so that nothing is kept for it and the name is free; then closes this. */
    public void end() {
        state.delete();
        close();
    }

    /** Gives the name back; the place stays. After the last {@link #poll}. */
    @Override
    public void close() {
        try {
            results.close();
        } finally {
            state.close();
        }
    }
}
