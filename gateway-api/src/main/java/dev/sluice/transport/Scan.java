package dev.sluice.transport;

import dev.sluice.api.QueueException;

/**
 * Reads the requests or the results of a {@link Lane} for tools that inspect them. A scan reports an unreadable document and goes
 * on. The getters describe the document that was read last. Used by one thread.
 *
 * @param <F> the type of the frames: requests or results
 */
public interface Scan<F> extends AutoCloseable {

    /**
     * Reads the next document.
     *
     * @return false if there is no further document now
     * @throws QueueException if a further document exists, but cannot be reached
     */
    boolean next();

    /** Returns the length of the message in bytes, as encoded. */
    int eventBytes();

    /** Called if a document cannot be reached. Moves on to the next readable file; returns false if there is none. */
    boolean skipFile();

    /** Returns the document's index in the queue. */
    long index();

    /** Returns why the document is not a valid request or result; empty if it is valid. */
    String unreadable();

    /**
     * Returns the frame of the document.
     *
     * @throws IllegalStateException if the document is not valid, see {@link #unreadable}
     */
    F frame();

    @Override
    void close();
}
