package dev.sluice.client.loop;

import java.util.function.Consumer;

/**
 * What a loop does with an item that failed.
 *
 * @param stops whether the first one ends the loop
 * @param taker is told of each one otherwise
 */
record OnFailure(boolean stops, Consumer<? super ItemFailure> taker) {

    static final OnFailure STOP = new OnFailure(true, failure -> {});

    static OnFailure collect(Consumer<? super ItemFailure> taker) {
        return new OnFailure(false, taker);
    }

    /** An {@link Error} says nothing of its item: it stops the loop in any case. */
    boolean stopsAt(Throwable cause) {
        return stops || cause instanceof Error;
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
