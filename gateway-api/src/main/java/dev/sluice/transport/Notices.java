package dev.sluice.transport;

import java.io.IOException;
import java.util.Optional;

/**
 * Small documents, called notices, that are stored with a lane under a name. A notice is read and replaced as a whole. So after a
 * crash at any moment the notice has either its old or its new content. Any thread may read and write notices. Only one process
 * at a time may write a notice, unless {@link Lane} says otherwise.
 */
public interface Notices {

    /** Returns the place where that notice is stored, for messages. */
    String place(String name);

    /**
     * Returns the content of a notice, decoded as UTF-8; empty if there is none.
     *
     * @throws IOException if the notice cannot be read, or is larger than 8 MB
     */
    Optional<String> read(String name) throws IOException;

    /** Creates or replaces a notice. When this method returns, the content survives a power cut. */
    void write(String name, byte[] content) throws IOException;

    /** Deletes a notice, if it exists. When this method returns, the notice stays deleted even after a power cut. */
    void delete(String name) throws IOException;
}
