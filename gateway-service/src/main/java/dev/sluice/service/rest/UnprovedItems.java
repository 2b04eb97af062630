package dev.sluice.service.rest;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.rest.ChunkProof.Way;
import dev.sluice.service.rest.Part.Asked;
import dev.sluice.service.rest.answer.ItemAnswer.Answered;
import dev.sluice.service.rest.answer.ItemAnswer.Unproved;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/** The items of a call that chunks lack something of, and what is asked until they are proved. On the service thread. */
final class UnprovedItems {

    /** The most trials of one call: one that does not fit into a URL may show too little. */
    private static final int MOST_TRIALS = 3;

    private final RestOperation operation;
    private final LongSupplier ids;
    private final Deque<Asked> items = new ArrayDeque<>();
    private int trials;
    /** The answer of a trial to a key that it had too little of, while that key is asked alone. */
    private Optional<Unproved> lacking = Optional.empty();

    UnprovedItems(RestOperation operation, LongSupplier ids) {
        this.operation = operation;
        this.ids = ids;
    }

    void add(Asked one, Unproved what) {
        one.unproved(what);
        items.addLast(one);
    }

    void dropAnswered() {
        items.removeIf(one -> one.question().answered());
    }

    /** The next part to ask: some of the items, or a trial; empty if all of them are proved. */
    Optional<Part> next() {
        while (!items.isEmpty()) {
            final Unproved chunk = items.element().unproved().orElseThrow();
            if (proof().covers(chunk)) {
                proof().believe();
                items.remove().question().answer(chunk.outcome());
                operation.countAnswer();
            } else {
                final Optional<Part> part = part(way(chunk));
                if (part.isPresent()) {
                    return part;
                }
            }
        }
        return Optional.empty();
    }

    private Way way(Unproved chunk) {
        final int keys = operation.trialLimit();
        if (keys == 1 || trials == MOST_TRIALS) {
            return new Way.Together(1);
        }
        return proof().way(
                        chunk,
                        items.stream()
                                .map(one -> one.unproved().orElseThrow().outcome())
                                .toList(),
                        keys);
    }

    private Optional<Part> part(Way way) {
        if (way instanceof Way.Trial trial) {
            trials++;
            return fitting(trial);
        }
        final List<Asked> some = new ArrayList<>();
        while (some.size() < ((Way.Together) way).items()) {
            some.add(items.remove());
        }
        return Optional.of(Part.of(some, 0));
    }

    /** A trial that is one request: where it is too long for that, it has less between its ends. */
    private Optional<Part> fitting(Way.Trial trial) {
        int between = Math.min(trial.room(), items.size());
        while (between >= 0) {
            final List<Arguments> keys = new ArrayList<>(trial.before());
            items.stream().limit(between).forEach(one -> keys.add(one.item().arguments()));
            keys.addAll(trial.after());
            final Part part = control(keys);
            final int fit = part.ask().orElseThrow().items().size();
            if (fit == keys.size()) {
                return Optional.of(part);
            }
            between -= keys.size() - fit;
        }
        proof().untried();
        return Optional.empty();
    }

    private Part control(List<Arguments> keys) {
        return Part.control(operation.contract(), keys, ids);
    }

    /** Takes the verdict on a trial; returns what is asked next for it, if anything is. */
    Optional<Part> tried(Part trial, Verdict verdict) {
        final Optional<Unproved> less = lacking;
        lacking = Optional.empty();
        if (!(verdict instanceof Verdict.Answered good)) {
            proof().untried();
            return Optional.empty();
        }
        if (less.isPresent()) {
            if (good.answers().get(0) instanceof Answered alone) {
                compare(trial.items().get(0).arguments(), alone.outcome(), less.get());
            }
            return Optional.empty();
        }
        final OptionalInt place = proof().tried(trial.items(), good.answers());
        if (place.isEmpty()) {
            return Optional.empty();
        }
        final Outcome had =
                good.answers().get(place.getAsInt()) instanceof Answered its ? its.outcome() : Outcome.NOT_FOUND;
        lacking = Optional.of(new Unproved(had, trial.size(), ChunkProof.given(good.answers())));
        return Optional.of(control(List.of(trial.items().get(place.getAsInt()).arguments())));
    }

    /** An item was answered that a chunk may lack something of. */
    void answered(Asked one, Outcome outcome) {
        one.unproved().ifPresent(chunk -> compare(one.item().arguments(), outcome, chunk));
    }

    private void compare(Arguments key, Outcome outcome, Unproved chunk) {
        if (proof().compare(key, chunk, outcome)) {
            operation.lost(chunk, proof().believed());
            proof().end();
        }
    }

    private ChunkProof proof() {
        return operation.proof().orElseThrow();
    }
}
