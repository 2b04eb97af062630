package dev.sluice.client.loop;

import dev.sluice.api.QueueException;
import dev.sluice.api.UnansweredException;
import dev.sluice.client.loop.ItemFailure.ItemFailedException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * The rule of a loop for failed items.
 *
 * @param stops whether the first failure ends the loop
 * @param taker receives each failure if failures do not end the loop
 */
record OnFailure(boolean stops, Consumer<? super ItemFailure> taker) {

    static final OnFailure STOP = new OnFailure(true, failure -> {});

    static OnFailure collect(Consumer<? super ItemFailure> taker) {
        return new OnFailure(false, taker);
    }

    /**
     * Whether the loop stops at a failure with that cause. A loop always stops at a cause that is not the item's own: an {@link
     * Error}, queues that cannot be written or read, a closed client, or an interrupted wait. If such causes were collected, a
     * full disk, for example, would make every following item fail.
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
     * Handles a failure.
     *
     * @throws ItemFailedException if the failure ends the loop
     */
    void take(ItemFailure failure) {
        if (stopsAt(failure.cause())) {
            throw new ItemFailedException(failure);
        }
        taker.accept(failure);
    }
}
