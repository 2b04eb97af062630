package dev.sluice.api;

/** Results that nobody asked to see. */
enum IgnoredResults implements Results {
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
