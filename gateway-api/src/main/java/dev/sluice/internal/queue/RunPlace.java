package dev.sluice.internal.queue;

import dev.sluice.internal.queue.document.ResultPlace;
import dev.sluice.internal.queue.state.StateFile;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Where an unfinished run of a job is in the results. It needs what comes behind, results and their requests, to be
 * continued after a kill; so retention keeps that until the run has moved on, has ended, or is given up. Unlike a named
 * reader's place this one moves when it is told to, not as results are read.
 *
 * <p>Open in one process at a time. Results are read by one thread; the other methods are for any.
 */
public final class RunPlace implements AutoCloseable {

    public static final String ROLE = "run";

    private final Path directory;
    private final String name;
    private final StateFile state;
    private final ResultReader results;
    private final Function<OptionalLong, RequestReader> requests;
    private final OptionalLong firstRequest;
    private final ResultPlace begin;
    private long lastIndex;
    private long lastSequence;
    private volatile ResultPlace read;

    /** Takes over the state and the reader of the results behind it. */
    RunPlace(
            Path directory,
            String name,
            StateFile state,
            ResultPlace begin,
            ResultReader results,
            OptionalLong firstRequest,
            Function<OptionalLong, RequestReader> requests) {
        this.directory = directory;
        this.name = name;
        this.state = state;
        this.results = results;
        this.requests = requests;
        this.firstRequest = firstRequest;
        this.begin = begin;
        this.read = begin;
    }

    /** The names of the runs that have a place in that output, in order. */
    static List<String> names(Path output) {
        return StateFile.names(output, ROLE);
    }

    /** Where the run was when this was opened: its requests of earlier processes stand behind it. */
    public ResultPlace begin() {
        return begin;
    }

    /** A reader of the requests from that place on, to be closed by the caller. */
    public RequestReader requestsFromBegin() {
        return requests.apply(firstRequest);
    }

    /** Hands over the results behind {@link #begin}, as {@link ResultReader#pollFrames}. The thread that reads. */
    public int pollFrames(ResultReader.Receiver receiver, int limit) {
        final int count = results.pollFrames(
                (index, result) -> {
                    receiver.result(index, result);
                    lastIndex = index;
                    lastSequence = result.sequence();
                },
                limit);
        if (count > 0) {
            read = new ResultPlace(lastIndex, lastSequence);
        }
        return count;
    }

    /** Behind the last result that was surely read: what is asked from now on is answered behind it. */
    public ResultPlace read() {
        return read;
    }

    /** Nothing before that place is needed any more. A power cut may forget this, and then more is kept. */
    public void moveTo(ResultPlace place) {
        state.set(ResultReader.STATE_LAST_SEQUENCE, place.sequence());
        state.set(ResultReader.STATE_LAST_INDEX, place.index());
    }

    /** Nothing is needed any more, and the name is free; then closes this. */
    public void end() {
        StateFile.delete(directory, ROLE, name);
        close();
    }

    /** Gives the name back; the place stays. After the last {@link #pollFrames}. */
    @Override
    public void close() {
        try {
            results.close();
        } finally {
            state.close();
        }
    }
}
