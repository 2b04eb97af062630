package dev.sluice.perf;

/** A database for the time of an experiment, and what ends it. */
record DatabaseServer(Database database, AutoCloseable end) implements AutoCloseable {

    @Override
    public void close() throws Exception {
        end.close();
    }
}
