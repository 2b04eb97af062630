package dev.sluice.internal.wire;

/** Reports a message that is damaged or does not have the format of Sluice. */
public sealed class WireFormatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public WireFormatException(String message) {
        super(message);
    }

    public WireFormatException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Reports a message of a later release: its checksum is correct, but this release does not know the message's form. */
    public static final class NewerFormatException extends WireFormatException {

        private static final long serialVersionUID = 1L;

        NewerFormatException(String message) {
            super(message);
        }
    }
}
