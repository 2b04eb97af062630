package dev.sluice.transport;

import dev.sluice.api.QueueException;

/**
 * Reads the requests or the results of a {@link Lane} for tools that inspect them. It reports an unreadable document and goes on.
 * All methods refer to the document that was read last. Used by one thread.
 *
 * @param <F> the type of the frames: requests or results
 */
public interface Scan<F> extends AutoCloseable {

    /**
     * Reads the next document.
     *
     * @return false if there is no further document now
     * @throws QueueException if there should be a further document but it cannot be reached
     */
    boolean next();

    /** Returns the length of the message in bytes, as encoded. */
    int eventBytes();

    /** After a document could not be reached: moves on to the next readable file. Returns false if there is none. */
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
