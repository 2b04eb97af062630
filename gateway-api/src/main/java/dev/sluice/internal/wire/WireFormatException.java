package dev.sluice.internal.wire;

/** A message that is not what its writer wrote, or not of this format. */
public sealed class WireFormatException extends RuntimeException permits NewerFormatException {

    private static final long serialVersionUID = 1L;

    public WireFormatException(String message) {
        super(message);
    }

    public WireFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
