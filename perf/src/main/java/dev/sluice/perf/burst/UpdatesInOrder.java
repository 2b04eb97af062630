package dev.sluice.perf.burst;

import dev.sluice.api.RequestRef;
import dev.sluice.perf.load.ExpectedResults;

/** Checks the results of one writer's changes from the first on: they must arrive in order, each with one changed row. */
final class UpdatesInOrder implements ExpectedResults {

    private long answered;

    @Override
    public void updated(RequestRef request, long changed) {
        answered++;
        if (request.sequence() != answered || changed != 1) {
            throw new IllegalStateException(
                    "Result " + answered + " is that of request " + request + ", with " + changed + " changed rows");
        }
    }

    long answered() {
        return answered;
    }
}
