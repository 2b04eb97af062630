package dev.sluice.examples.letters;

import dev.sluice.api.NotFoundException;
import dev.sluice.api.RequestFailedException;
import dev.sluice.client.loop.ItemFailure;
import dev.sluice.examples.letters.Letter.NoLetterException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/** Counts failures, and keeps the messages of the first ones for display. Not thread-safe. */
final class Failures {

    private static final int SHOWN = 10;

    private final List<String> first = new ArrayList<>();
    private long count;

    void add(String failure) {
        count++;
        if (first.size() < SHOWN) {
            first.add(failure);
        }
    }

    /** Adds a contract that failed in a loop; otherwise the same as {@link #add(Contract, Throwable)}. */
    void add(ItemFailure failure) {
        add((Contract) failure.item(), failure.cause());
    }

    /**
     * Adds a contract that failed.
     *
     * @throws IllegalStateException if the failure can also affect other contracts, as a full disk does
     */
    void add(Contract contract, Throwable thrown) {
        final Throwable cause = thrown instanceof ExecutionException ? thrown.getCause() : thrown;
        add("contract " + contract.id() + ": "
                + why(cause)
                        .orElseThrow(() -> new IllegalStateException("stopped at contract " + contract.id(), cause)));
    }

    private static Optional<String> why(Throwable cause) {
        if (cause instanceof NoLetterException none) {
            return Optional.of(none.getMessage());
        } else if (cause instanceof NotFoundException nothing) {
            return Optional.of("no " + nothing.request().name());
        } else if (cause instanceof RequestFailedException failed) {
            return Optional.of(failed.operation() + ": " + failed.failure().message());
        }
        return Optional.empty();
    }

    long count() {
        return count;
    }

    List<String> first() {
        return first;
    }
}
