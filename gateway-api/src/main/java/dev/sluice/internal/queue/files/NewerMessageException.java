package dev.sluice.internal.queue.files;

import dev.sluice.api.Position;
import dev.sluice.internal.wire.NewerFormatException;

/** A message of a later release, which only that one can read rightly: nothing after it is read here. */
public final class NewerMessageException extends UnreadableQueueException {

    private static final long serialVersionUID = 1L;

    public NewerMessageException(Position position, String queue, NewerFormatException cause) {
        super(
                position.toString(),
                "the document at " + position + " of the " + queue + " is " + cause.getMessage()
                        + ". It is held, and everything after it, until a release that knows it goes on: run that of the"
                        + " program that wrote it",
                cause);
    }
}
