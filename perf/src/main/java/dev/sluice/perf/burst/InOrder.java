package dev.sluice.perf.burst;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Rows;
import dev.sluice.perf.load.ExpectedResults;

/** Checks that the results of one writer come in order, none failed and every update that of one row; counts them. */
final class InOrder implements ExpectedResults {

    private long answered;

    long answered() {
        return answered;
    }

    private void next(RequestRef request) {
        answered++;
        if (request.sequence() != answered) {
            throw new IllegalStateException("The result of request " + request + " came as number " + answered);
        }
    }

    @Override
    public void rows(RequestRef request, Rows rows) {
        next(request);
    }

    @Override
    public void updated(RequestRef request, long count) {
        next(request);
        if (count != 1) {
            throw new IllegalStateException("Request " + request + " changed " + count + " rows");
        }
    }
}
