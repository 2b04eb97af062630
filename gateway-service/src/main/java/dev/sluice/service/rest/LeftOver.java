package dev.sluice.service.rest;

import dev.sluice.service.core.Backend.Reply;
import dev.sluice.service.rest.Part.Asked;
import dev.sluice.service.rest.answer.ItemAnswer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The items of a part that a response has no answer to, and how they are to be asked again. */
final class LeftOver {

    /** Each is asked alone, or with what is next to it. */
    private final List<Asked> items = new ArrayList<>();

    private final Set<Asked> alone = new HashSet<>();
    private Optional<ItemAnswer.Again> longest = Optional.empty();
    private String doubtful = "";

    /** The service wants this one to be asked later: together with others, after the longest pause that it wants. */
    void askLater(Asked one, ItemAnswer.Again its) {
        items.add(one);
        longest = Optional.of(longest.isPresent() ? longer(longest.get(), its) : its);
    }

    void askAgain(Asked one, String reason) {
        items.add(one);
        doubtful = reason;
    }

    void askAlone(Asked one) {
        items.add(one);
        alone.add(one);
    }

    private static ItemAnswer.Again longer(ItemAnswer.Again one, ItemAnswer.Again other) {
        return one.pauseNanos().orElse(0) >= other.pauseNanos().orElse(0) ? one : other;
    }

    /**
     * They are asked next.
     *
     * @param inOrder whether none may overtake another; otherwise the others share a request, behind those alone
     */
    void addTo(OpenParts parts, boolean inOrder) {
        if (!inOrder) {
            items.sort(Comparator.comparing(one -> !alone.contains(one)));
        }
        final List<Part> left = new ArrayList<>();
        final List<Asked> together = new ArrayList<>();
        for (final Asked one : items) {
            if (alone.contains(one)) {
                addPart(left, together);
                together.clear();
                addPart(left, List.of(one));
            } else {
                together.add(one);
            }
        }
        addPart(left, together);
        for (int i = left.size() - 1; i >= 0; i--) {
            parts.addFirst(left.get(i));
        }
    }

    private static void addPart(List<Part> parts, List<Asked> some) {
        if (!some.isEmpty()) {
            parts.add(Part.of(some, 0));
        }
    }

    /** Why the call is given back first; empty if it can go on at once. */
    Optional<Reply> reply(int trips, RestOperation operation) {
        if (longest.isPresent()) {
            return Optional.of(new Reply.Throttled(
                    trips,
                    operation.about(longest.get().reason()),
                    longest.get().pauseNanos()));
        }
        return alone.size() == items.size()
                ? Optional.empty()
                : Optional.of(new Reply.Conflicted(trips, operation.about(doubtful)));
    }
}
