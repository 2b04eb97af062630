package dev.sluice.service.rest;

import dev.sluice.api.FailureKind;
import dev.sluice.service.core.Backend.Reply;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.rest.Part.PendingItem;
import dev.sluice.service.rest.answer.ItemAnswer;
import dev.sluice.service.rest.http.HttpAsk;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;

/**
 * The parts of a call that still have to be sent, in order. Each part becomes one HTTP request; a part that does not fit
 * into one request is split. Belongs to the service thread.
 */
final class OpenParts {

    private static final Logger LOG = MaskedLog.of(OpenParts.class);

    private final RestOperation operation;
    private final Deque<Part> parts = new ArrayDeque<>();

    OpenParts(RestOperation operation) {
        this.operation = operation;
    }

    void addFirst(Part part) {
        parts.addFirst(part);
    }

    void addLast(Part part) {
        parts.addLast(part);
    }

    /**
     * Adds the two halves of a part at the front. One item of the part is faulty. If the first half succeeds, the faulty item
     * must be in the second half, which is then split again without being sent.
     */
    void addHalves(Part part, int doubts) {
        final int half = part.size() / 2;
        final Part first = Part.of(part.asked().subList(0, half), doubts);
        final Part second = Part.of(part.asked().subList(half, part.size()), doubts);
        second.secondHalfAfter(first);
        parts.addFirst(second);
        parts.addFirst(first);
    }

    /** Splits a part that was too large, and adds its halves at the front. None of its items is suspected of being faulty. */
    void addSmaller(Part part) {
        addCut(part, part.size() / 2);
    }

    private void addCut(Part part, int at) {
        parts.addFirst(part.between(at, part.size()));
        parts.addFirst(part.between(0, at));
    }

    /**
     * Drops the questions that the gateway itself has answered after the call was given back, and before it is sent again. For
     * example, the gateway answers a question with a failure when its deadline has passed.
     */
    void dropAnswered() {
        final List<Part> before = new ArrayList<>(parts);
        parts.clear();
        for (final Part part : before) {
            final List<PendingItem> open = part.asked().stream()
                    .filter(one -> !one.question().answered())
                    .toList();
            if (open.size() == part.size()) {
                parts.add(part);
            } else if (!open.isEmpty()) {
                parts.add(Part.of(open, part.doubts()));
            }
        }
    }

    /** Removes and returns the next part with its request; empty if no part is left. */
    Optional<Part> next() {
        while (!parts.isEmpty()) {
            final Part part = parts.removeFirst();
            if (part.size() > 1 && part.isAtFault()) {
                addHalves(part, part.doubts());
                continue;
            }
            if (part.ask().isPresent() || ready(part)) {
                return Optional.of(part);
            }
        }
        return Optional.empty();
    }

    /** Builds the request of a part. If one request is not enough, adds smaller parts instead and returns false. */
    private boolean ready(Part part) {
        final int most = operation.callLimit();
        if (part.size() > most) {
            addCut(part, most);
            return false;
        }
        final List<HttpAsk> asks;
        try {
            asks = operation.contract().asks(part.items());
        } catch (final RuntimeException e) {
            unaskable(part, e);
            return false;
        }
        if (asks.size() == 1) {
            part.askWith(asks.get(0));
            return true;
        }
        for (int i = asks.size() - 1; i >= 0; i--) {
            parts.addFirst(part.of(asks.get(i)));
        }
        return false;
    }

    /**
     * Handles a part for which no HTTP request can be built; this is a fault of the gateway. A part with several items is split.
     * A single item fails.
     */
    void unaskable(Part part, RuntimeException error) {
        if (part.size() > 1) {
            addHalves(part, part.doubts());
            return;
        }
        LOG.error(
                "{}: no request to {} could be built; this is a fault of the gateway",
                operation,
                operation.backend().name(),
                error);
        final PendingItem one = part.asked().get(0);
        final CallResult.Doubt why =
                new CallResult.Doubt(FailureKind.INTERNAL, "no request can be built for it: " + error, "");
        one.question().answer(operation.failure(one.item().arguments(), why, false));
    }

    /** The items of a part that the response did not answer, with the way in which each item is sent again. */
    static final class LeftOver {

        /** All items, in order. The items in {@link #alone} are sent alone, all other items together with their neighbours. */
        private final List<PendingItem> items = new ArrayList<>();

        private final Set<PendingItem> alone = new HashSet<>();
        private Optional<ItemAnswer.Again> longest = Optional.empty();

        /**
         * Adds an item that the service wants to receive later. If there are several, they are sent again after the longest of
         * their pauses.
         */
        void askLater(PendingItem one, ItemAnswer.Again its) {
            items.add(one);
            longest = Optional.of(longest.isPresent() ? longer(longest.get(), its) : its);
        }

        void askAgain(PendingItem one) {
            items.add(one);
        }

        void askAlone(PendingItem one) {
            items.add(one);
            alone.add(one);
        }

        boolean isEmpty() {
            return items.isEmpty();
        }

        private static ItemAnswer.Again longer(ItemAnswer.Again one, ItemAnswer.Again other) {
            return one.pauseNanos().orElse(0) >= other.pauseNanos().orElse(0) ? one : other;
        }

        /**
         * Adds the items at the front of the parts.
         *
         * @param inOrder whether the items must keep their order; if not, the items to be sent alone come first, and all other
         *     items share a request
         */
        void addTo(OpenParts parts, boolean inOrder) {
            if (!inOrder) {
                items.sort(Comparator.comparing(one -> !alone.contains(one)));
            }
            final List<Part> left = new ArrayList<>();
            final List<PendingItem> together = new ArrayList<>();
            for (final PendingItem one : items) {
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

        private static void addPart(List<Part> parts, List<PendingItem> some) {
            if (!some.isEmpty()) {
                parts.add(Part.of(some, 0));
            }
        }

        /** Returns the reply that gives the call back to the scheduler; empty if the items may be sent again without a pause. */
        Optional<Reply> reply(int trips, RestOperation operation) {
            if (longest.isPresent()) {
                return Optional.of(new Reply.Throttled(
                        trips,
                        operation.about(longest.get().reason()),
                        longest.get().pauseNanos()));
            }
            return alone.size() == items.size() ? Optional.empty() : Optional.of(new Reply.Conflicted(trips));
        }
    }
}
