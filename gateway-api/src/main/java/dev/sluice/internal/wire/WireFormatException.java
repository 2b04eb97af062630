package dev.sluice.internal.wire;

/** A message that is not what its writer wrote, or not of this format. */
public sealed class WireFormatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public WireFormatException(String message) {
        super(message);
    }

    public WireFormatException(String message, Throwable cause) {
        super(message, cause);
    }

    /** A message of a later release: as it was written, by its checksum, and of a form that this release does not know. */
    public static final class NewerFormatException extends WireFormatException {

        private static final long serialVersionUID = 1L;

        NewerFormatException(String message) {
            super(message);
        }
    }
}
