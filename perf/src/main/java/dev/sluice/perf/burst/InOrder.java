package dev.sluice.perf.burst;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;

/** Checks that the results of one writer come in order, none failed and every update that of one row; counts them. */
final class InOrder implements Results {

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
    public void notFound(RequestRef request) {
        throw new IllegalStateException("Request " + request + " found nothing, and its row is there");
    }

    @Override
    public void updated(RequestRef request, long count) {
        next(request);
        if (count != 1) {
            throw new IllegalStateException("Request " + request + " changed " + count + " rows");
        }
    }

    @Override
    public void failed(RequestRef request, Failure failure) {
        throw new IllegalStateException("Request " + request + " failed: " + failure);
    }
}
