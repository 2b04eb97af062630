package dev.sluice.replay;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import java.util.ArrayList;
import java.util.List;

/** The outcomes of requests as texts, in their order. */
final class Outcomes implements Results {

    final List<String> texts = new ArrayList<>();

    @Override
    public void rows(RequestRef request, Rows rows) {
        texts.add("rows " + rows);
    }

    @Override
    public void notFound(RequestRef request) {
        texts.add("not found");
    }

    @Override
    public void updated(RequestRef request, long count) {
        texts.add("updated " + count);
    }

    @Override
    public void failed(RequestRef request, Failure failure) {
        texts.add("failed " + failure.kind() + " " + failure.message());
    }
}
