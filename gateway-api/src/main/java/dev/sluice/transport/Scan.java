package dev.sluice.transport;

import dev.sluice.api.QueueException;

/**
 * Reads one side of a {@link Lane} as it stands, for tools that judge it: it says what is wrong with a document and goes
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

    /** The length of the message in bytes, as encoded. */
    int eventBytes();

    /** Goes on with the next part that can be read, after it could not be; false if there is none. */
    boolean skipFile();

    /** Returns the document's index in the queue. */
    long index();

    /** Returns why the document does not belong there; empty if it does. */
    String unreadable();

    /**
     * Returns the frame of the document.
     *
     * @throws IllegalStateException if it is not what belongs there
     */
    F frame();

    @Override
    void close();
}
