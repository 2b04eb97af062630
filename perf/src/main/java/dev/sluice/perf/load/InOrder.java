package dev.sluice.perf.load;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Requests;
import dev.sluice.api.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Collects the rows for the next requests of one writer, and checks that the results arrive in the order of the requests. */
public final class InOrder<T> implements ExpectedResults {

    private final long before;
    private final Function<Rows, T> read;
    private final List<T> results = new ArrayList<>();

    public InOrder(Requests requests, Function<Rows, T> read) {
        this.before = requests.lastSequence();
        this.read = read;
    }

    @Override
    public void rows(RequestRef request, Rows rows) {
        if (request.sequence() - before - 1 != results.size()) {
            throw new IllegalStateException(
                    "The result of " + request + " came out of order, after " + results.size() + " others");
        }
        results.add(read.apply(rows));
    }

    /** The results received so far. */
    public List<T> results() {
        return results;
    }
}
