package dev.sluice.internal.wire;

/** A message of a later release: as it was written, by its checksum, and of a form that this release does not know. */
public final class NewerFormatException extends WireFormatException {

    private static final long serialVersionUID = 1L;

    NewerFormatException(String message) {
        super(message);
    }
}
