package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.ChildJvm;

/** A variant in which a worker in a separate JVM looks up accounts. Not thread-safe. */
interface LookupWorker extends AutoCloseable {

    ChildJvm worker();

    /** Writes requests. When this method returns, all of them are stored. */
    void ask(long[] ids) throws Exception;

    /** Waits until the results of all written requests can be read, and reads them. */
    void await() throws Exception;

    /** @throws IllegalStateException if a result is missing, wrong, or out of order */
    void check();

    /** Looks up one account and waits for the answer. */
    Account ask(long id) throws Exception;

    @Override
    void close();
}
