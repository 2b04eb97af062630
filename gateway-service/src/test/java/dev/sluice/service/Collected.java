package dev.sluice.service;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;
import java.util.ArrayList;
import java.util.List;

/** Results as they came, each as one line: the request's name and what it came to. */
final class Collected implements Results {

    final List<String> lines = new ArrayList<>();
    final List<RequestRef> requests = new ArrayList<>();

    @Override
    public void rows(RequestRef request, Rows rows) {
        add(request, "rows " + rows);
    }

    @Override
    public void notFound(RequestRef request) {
        add(request, "not found");
    }

    @Override
    public void updated(RequestRef request, long count) {
        add(request, "updated " + count);
    }

    @Override
    public void failed(RequestRef request, Failure failure) {
        add(request, "failed " + failure.kind() + " " + failure.code() + " " + failure.message());
    }

    private void add(RequestRef request, String what) {
        requests.add(request);
        lines.add(request.name() + ": " + what);
    }
}
