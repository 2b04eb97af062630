package dev.sluice.client.loop;

import dev.sluice.api.QueueException;
import dev.sluice.api.UnansweredException;
import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * The rule of a loop for items that failed.
 *
 * @param stops whether the first one ends the loop
 * @param taker is told of each one otherwise
 */
record OnFailure(boolean stops, Consumer<? super ItemFailure> taker) {

    static final OnFailure STOP = new OnFailure(true, failure -> {});

    static OnFailure collect(Consumer<? super ItemFailure> taker) {
        return new OnFailure(false, taker);
    }

    /**
     * A failure that says nothing of its item stops the loop in any case: an {@link Error}, queues that cannot be written or
     * read, a client that is closed, a wait that was interrupted. Were it collected, a full disk would be the failure of
     * every item from then on.
     */
    boolean stopsAt(Throwable cause) {
        final boolean isWrapped = cause instanceof CompletionException || cause instanceof ExecutionException;
        final Throwable why = isWrapped && cause.getCause() != null ? cause.getCause() : cause;
        return stops
                || why instanceof Error
                || why instanceof QueueException
                || why instanceof UnansweredException
                || why instanceof RejectedExecutionException;
    }

    /**
     * Takes a failure.
     *
     * @throws ItemFailedException if the loop ends with it
     */
    void take(ItemFailure failure) {
        if (stopsAt(failure.cause())) {
            throw new ItemFailedException(failure);
        }
        taker.accept(failure);
    }
}
