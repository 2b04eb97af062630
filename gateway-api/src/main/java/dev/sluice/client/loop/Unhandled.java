package dev.sluice.client.loop;

import dev.sluice.api.Failure;
import dev.sluice.api.RequestRef;
import dev.sluice.api.Results;
import dev.sluice.api.Rows;

/** Results that nobody asked to see. */
enum Unhandled implements Results {
    INSTANCE;

    @Override
    public void rows(RequestRef request, Rows rows) {}

    @Override
    public void notFound(RequestRef request) {}

    @Override
    public void updated(RequestRef request, long count) {}

    @Override
    public void failed(RequestRef request, Failure failure) {}
}
