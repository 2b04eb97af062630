package dev.sluice.perf.system;

/**
 * A database for the time of an experiment.
 *
 * @param database where it is
 * @param end ends its server; does nothing for one that ran before
 */
public record DatabaseServer(Database database, Runnable end) implements AutoCloseable {

    @Override
    public void close() {
        end.run();
    }
}
