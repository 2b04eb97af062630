package dev.sluice.internal.queue;

import dev.sluice.internal.queue.state.StateFile;
import dev.sluice.transport.ResultReader;
import dev.sluice.transport.RunPlace;
import java.util.OptionalLong;
import java.util.function.Function;

/** The position of a run in the output, stored in a file beside the output. */
public final class OutputPlace implements RunPlace {

    public static final String ROLE = "run";

    private final StateFile state;
    private final OutputReader results;
    private final Function<OptionalLong, InputReader> requests;
    private final OptionalLong firstRequest;
    private final Place begin;
    private long lastIndex;
    private long lastSequence;
    private volatile Place read;

    /** Takes ownership of the state file, and of the reader of the results after {@code begin}. */
    OutputPlace(
            StateFile state,
            Place begin,
            OutputReader results,
            OptionalLong firstRequest,
            Function<OptionalLong, InputReader> requests) {
        this.state = state;
        this.results = results;
        this.requests = requests;
        this.firstRequest = firstRequest;
        this.begin = begin;
        this.read = begin;
    }

    @Override
    public Place begin() {
        return begin;
    }

    @Override
    public InputReader requestsFromBegin() {
        return requests.apply(firstRequest);
    }

    @Override
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

    @Override
    public Place read() {
        return read;
    }

    @Override
    public void moveTo(Place place) {
        state.set(StateFile.LAST_SEQUENCE, place.sequence());
        state.set(StateFile.LAST_INDEX, place.index());
    }

    @Override
    public void end() {
        state.delete();
        close();
    }

    @Override
    public void close() {
        try {
            results.close();
        } finally {
            state.close();
        }
    }
}
