package dev.sluice.transport;

import java.io.IOException;
import java.util.Optional;

/**
 * Small documents that are kept with a lane by name. A notice is read and replaced as a whole: whenever a process ends, the
 * old one is there or the new one. Any thread; one process at a time writes a notice, where {@link Lane} says nothing else.
 */
public interface Notices {

    /** Where that notice is, for messages. */
    String place(String name);

    /**
     * Returns a notice, as UTF-8; empty if there is none.
     *
     * @throws IOException if it cannot be read, or is larger than 8 MB
     */
    Optional<String> read(String name) throws IOException;

    /** Replaces or makes a notice; it survives a power cut when this returns. */
    void write(String name, byte[] content) throws IOException;

    /** Deletes a notice, if there is one; it stays deleted after a power cut. */
    void delete(String name) throws IOException;
}
