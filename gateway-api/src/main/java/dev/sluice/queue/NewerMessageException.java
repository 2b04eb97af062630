package dev.sluice.queue;

import dev.sluice.wire.NewerFormatException;

/** A message of a later release, which only that one can read rightly: nothing after it is read here. */
public final class NewerMessageException extends UnreadableQueueException {

    private static final long serialVersionUID = 1L;

    NewerMessageException(Position position, String queue, NewerFormatException cause) {
        super(
                position.toString(),
                "the document at " + position + " of the " + queue + " is " + cause.getMessage()
                        + ". It is held, and everything after it, until a release that knows it goes on: run that of the"
                        + " program that wrote it",
                cause);
    }
}
