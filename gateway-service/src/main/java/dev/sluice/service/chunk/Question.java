package dev.sluice.service.chunk;

import dev.sluice.api.FailureKind;
import dev.sluice.wire.Arguments;
import java.util.ArrayList;
import java.util.List;

/**
 * One thing that a call asks, for one request or, where equal keys are asked once, for several. Made by the service
 * thread, answered by the backend's, read again by the service thread when the call is over.
 */
public final class Question {

    private final Operation operation;
    private final Arguments arguments;
    private final Item first;
    private List<Item> others = List.of();
    private Outcome outcome;

    Question(Operation operation, Arguments arguments, Item item) {
        this.operation = operation;
        this.arguments = arguments;
        this.first = item;
    }

    public Operation operation() {
        return operation;
    }

    public Arguments arguments() {
        return arguments;
    }

    /** The index of the first request that asks it. */
    public long index() {
        return first.request().index();
    }

    /** The request's writer, its number, name and arguments as a CRC-32C: the same for the same request only. */
    public int fingerprint() {
        return arguments.fingerprint(first.request());
    }

    /** The index of the last request that asks it. */
    long lastIndex() {
        return others.isEmpty()
                ? index()
                : others.get(others.size() - 1).request().index();
    }

    /** Whether it was answered: by an earlier attempt, too. */
    public boolean answered() {
        return outcome != null;
    }

    /** Answers it, once, for all requests that ask it. Called by the backend. */
    public void answer(Outcome answer) {
        if (outcome != null) {
            throw new IllegalStateException("A second answer to " + operation.name() + " " + arguments);
        }
        outcome = answer;
    }

    void alsoFor(Item item) {
        if (others.isEmpty()) {
            others = new ArrayList<>();
        }
        others.add(item);
    }

    /** Gives each request its outcome. */
    void distribute() {
        final Outcome answer = outcome == null
                ? Outcome.failed(
                        FailureKind.INTERNAL,
                        "The backend gave no answer to '" + operation.name() + "'; this is a fault of the gateway")
                : outcome;
        first.answer(answer);
        for (final Item other : others) {
            other.answer(answer);
        }
    }
}
