package dev.sluice.internal.queue.scan;

import dev.sluice.api.QueueException;

/**
 * Reads one side of a {@link Recording} as it stands, for tools that judge it: it says what is wrong with a document and goes
 * on. What it gives is of the document read last. One thread.
 *
 * @param <F> what belongs there
 */
public interface Scan<F> extends AutoCloseable {

    /**
     * Reads the next document.
     *
     * @return false if there is none now
     * @throws QueueException if there should be one and it cannot be reached
     */
    boolean next();

    /** Goes on with the next part that can be read, after it could not be; false if there is none. */
    boolean skipFile();

    /** Its index in the queue. */
    long index();

    /** Why it is not what belongs there; empty if it is. */
    String unreadable();

    /**
     * What it says.
     *
     * @throws IllegalStateException if it is not what belongs there
     */
    F frame();

    /** The document itself, whatever it says. */
    RecordedDocument<F> recorded();

    @Override
    void close();
}
