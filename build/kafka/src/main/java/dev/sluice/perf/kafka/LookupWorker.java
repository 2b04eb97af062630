package dev.sluice.perf.kafka;

import dev.sluice.perf.lab.ChildJvm;

/** A way to have accounts looked up by a worker, in a JVM of its own. One thread. */
interface LookupWorker extends AutoCloseable {

    ChildJvm worker();

    /** Has requests written, all of which are there when this returns. */
    void ask(long[] ids) throws Exception;

    /** Waits until all results of what was asked can be read, and reads them. */
    void await() throws Exception;

    /** @throws IllegalStateException if one of the results is missing, wrong, or not in its place */
    void check();

    /** Asks for one account and waits for it. */
    Account ask(long id) throws Exception;

    @Override
    void close();
}
