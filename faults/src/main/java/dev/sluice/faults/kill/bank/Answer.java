package dev.sluice.faults.kill.bank;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import dev.sluice.internal.wire.ResultFrame;

/** A result in the words of the model. */
final class Answer implements Results {

    static final String INVALID = "failed INVALID ";

    private String text = "";

    private Answer() {}

    static String of(ResultFrame result) {
        final Answer answer = new Answer();
        result.deliver(answer);
        return answer.text;
    }

    @Override
    public void rows(RequestRef request, Rows rows) {
        text = "rows " + rows.stream().map(row -> row.get(0)).toList();
    }

    @Override
    public void notFound(RequestRef request) {
        text = "not found";
    }

    @Override
    public void updated(RequestRef request, long count) {
        text = "updated " + count;
    }

    /** Databases differ in the last three characters of the state. */
    @Override
    public void failed(RequestRef request, Failure failure) {
        text = "failed " + failure.kind() + " "
                + failure.code().substring(0, Math.min(2, failure.code().length()));
    }
}
