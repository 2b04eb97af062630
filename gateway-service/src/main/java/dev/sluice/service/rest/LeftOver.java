package dev.sluice.service.rest;

import dev.sluice.service.chunk.Backend.Reply;
import dev.sluice.service.rest.Part.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The items of a part that a response has no answer to, and how they are to be asked again. */
final class LeftOver {

    private final List<Asked> alone = new ArrayList<>();
    private final List<Asked> again = new ArrayList<>();
    private Optional<ItemAnswer.Again> longest = Optional.empty();
    private String doubtful = "";

    /** The service wants this one to be asked later: together with others, after the longest pause that it wants. */
    void askLater(Asked one, ItemAnswer.Again its) {
        again.add(one);
        longest = Optional.of(longest.isPresent() ? longer(longest.get(), its) : its);
    }

    void askAgain(Asked one, String reason) {
        again.add(one);
        doubtful = reason;
    }

    void askAlone(Asked one) {
        alone.add(one);
    }

    private static ItemAnswer.Again longer(ItemAnswer.Again one, ItemAnswer.Again other) {
        return one.pauseNanos().orElse(0) >= other.pauseNanos().orElse(0) ? one : other;
    }

    /** They are asked next: those alone first. */
    void addTo(OpenParts parts) {
        if (!again.isEmpty()) {
            parts.addFirst(Part.of(again, 0));
        }
        for (int i = alone.size() - 1; i >= 0; i--) {
            parts.addFirst(Part.of(List.of(alone.get(i)), 0));
        }
    }

    /** Why the call is given back first; empty if it can go on at once. */
    Optional<Reply> reply(int trips, ItemFailures failures) {
        if (longest.isPresent()) {
            return Optional.of(new Reply.Throttled(
                    trips, failures.about(longest.get().reason()), longest.get().pauseNanos()));
        }
        return again.isEmpty() ? Optional.empty() : Optional.of(new Reply.Conflicted(trips, failures.about(doubtful)));
    }
}
