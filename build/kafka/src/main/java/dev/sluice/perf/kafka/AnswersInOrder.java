package dev.sluice.perf.kafka;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Rows;
import dev.sluice.perf.load.ExpectedResults;

/** Checks the results of a writer's requests: they must come in order, each with the right account. Not thread-safe. */
final class AnswersInOrder implements ExpectedResults {

    private final long[] asked;
    private final long before;
    private int answered;

    /** @param asked the keys of the writer's requests, from its first request on */
    AnswersInOrder(long[] asked) {
        this(asked, 0);
    }

    /** @param before the number of the writer's last request before the requests for these keys */
    AnswersInOrder(long[] asked, long before) {
        this.asked = asked;
        this.before = before;
    }

    @Override
    public void rows(RequestRef request, Rows rows) {
        if (answered == asked.length || request.sequence() != before + answered + 1) {
            throw new IllegalStateException(
                    "The result of " + request + " came out of order, after " + answered + " others");
        }
        rows.only().as(Account.class).checkIs(asked[answered], "The result of " + request);
        answered++;
    }

    /** @throws IllegalStateException if results are missing */
    void checkAll() {
        if (answered != asked.length) {
            throw new IllegalStateException(asked.length + " requests were written, but " + answered + " are answered");
        }
    }
}
