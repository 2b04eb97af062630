package dev.sluice.perf.kafka;

import dev.sluice.api.RequestRef;
import dev.sluice.api.Rows;
import dev.sluice.perf.load.ExpectedResults;

/** Takes the results of a writer's first requests, each of which has to come in its turn with the right account. One thread. */
final class AnswersInOrder implements ExpectedResults {

    private final long[] asked;
    private final long before;
    private int answered;

    /** @param asked by a writer that had asked nothing before */
    AnswersInOrder(long[] asked) {
        this(asked, 0);
    }

    /** @param before the number of the writer's last request before those */
    AnswersInOrder(long[] asked, long before) {
        this.asked = asked;
        this.before = before;
    }

    @Override
    public void rows(RequestRef request, Rows rows) {
        if (answered == asked.length || request.sequence() != before + answered + 1) {
            throw new IllegalStateException("The result of " + request + " came after " + answered + " others");
        }
        rows.only().as(Account.class).checkIs(asked[answered], "The result of " + request);
        answered++;
    }

    /** @throws IllegalStateException if results are missing */
    void checkAll() {
        if (answered != asked.length) {
            throw new IllegalStateException(asked.length + " were asked, and " + answered + " are answered");
        }
    }
}
