package dev.sluice.internal.queue.files;

import dev.sluice.api.Position;
import dev.sluice.api.QueueException;

/** A queue that cannot be read further from a place on; what comes before it is whole. */
public abstract sealed class UnreadableQueueException extends QueueException
        permits CorruptQueueException, NewerMessageException {

    private static final long serialVersionUID = 1L;

    private final String position;

    UnreadableQueueException(String position, String message, Throwable cause) {
        super(message, cause);
        this.position = position;
    }

    /** Where it stands, in the form of {@link Position}; or the name of file or queue, where that is all that is known. */
    public final String position() {
        return position;
    }
}
