package dev.sluice.service.rest;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.Question;
import dev.sluice.service.rest.http.HttpAsk;
import dev.sluice.service.rest.template.RestItem;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The questions of a call that are sent in one HTTP request, in order. Belongs to the service thread. */
final class Part {

    private final List<PendingItem> asked;
    private final List<RestItem> items;
    private Optional<HttpAsk> ask;
    private int doubts;
    private long answeredBefore;
    private boolean whole;
    private Optional<Part> firstHalf = Optional.empty();

    /** A question, the item that is sent for it, and the number of doubtful answers to it. */
    static final class PendingItem {

        private final Question question;
        private final RestItem item;
        private int doubts;
        private long since;
        private Optional<String> perhapsTaken = Optional.empty();

        /**
         * @param since the number of questions that the operation had answered when this item was first in doubt; negative if
         *     this item was never in doubt
         * @param doubts the initial number of doubtful answers
         */
        PendingItem(Question question, RestItem item, long since, int doubts) {
            this.question = question;
            this.item = item;
            this.since = since;
            this.doubts = doubts;
        }

        Question question() {
            return question;
        }

        RestItem item() {
            return item;
        }

        /**
         * Returns the reason why the service may have accepted this event at an earlier attempt; empty if it certainly has not
         * accepted the event.
         */
        Optional<String> perhapsTaken() {
            return perhapsTaken;
        }

        void perhapsTaken(String why) {
            perhapsTaken = Optional.of(why);
        }

        /** Counts a doubtful answer to this item, and returns the number of doubtful answers so far. */
        int doubt(long answeredBefore) {
            if (since < 0) {
                since = answeredBefore;
            }
            return ++doubts;
        }

        /** Whether the operation has answered other items after this item was first in doubt. */
        boolean witnessed(long answered) {
            return answered > since;
        }
    }

    private Part(List<PendingItem> asked, List<RestItem> items, Optional<HttpAsk> ask, int doubts) {
        this.asked = List.copyOf(asked);
        this.items = items;
        this.ask = ask;
        this.doubts = doubts;
    }

    static Part of(List<PendingItem> asked, int doubts) {
        return new Part(asked, asked.stream().map(PendingItem::item).toList(), Optional.empty(), doubts);
    }

    /** Returns a part without questions, which is sent only to see whether and how the service answers. */
    static Part control(Contract contract, List<Arguments> keys, LongSupplier ids) {
        final List<RestItem> items =
                keys.stream().map(key -> new RestItem(key, ids.getAsLong(), "")).toList();
        return new Part(List.of(), items, Optional.of(contract.asks(items).get(0)), 0);
    }

    /** Returns the sub-part whose items are in the given HTTP request. */
    Part of(HttpAsk its) {
        final List<PendingItem> some = its.items().stream().map(asked::get).toList();
        return new Part(some, some.stream().map(PendingItem::item).toList(), Optional.of(its), doubts);
    }

    Part between(int from, int to) {
        return of(asked.subList(from, to), doubts);
    }

    List<PendingItem> asked() {
        return asked;
    }

    List<RestItem> items() {
        return items;
    }

    int size() {
        return items.size();
    }

    boolean isControl() {
        return asked.isEmpty();
    }

    Optional<HttpAsk> ask() {
        return ask;
    }

    void askWith(HttpAsk its) {
        ask = Optional.of(its);
    }

    /** Records that the whole part was answered. */
    void answeredWhole() {
        whole = true;
    }

    /** Makes this the second half of a part that failed because of one of its items. */
    void secondHalfAfter(Part first) {
        firstHalf = Optional.of(first);
    }

    /** Whether the faulty item must be in this part, because this is the second half and the first half was answered. */
    boolean isAtFault() {
        return firstHalf.isPresent() && firstHalf.get().whole;
    }

    /** Returns how many times the answer to the whole part was in doubt. */
    int doubts() {
        return doubts;
    }

    void countDoubt() {
        doubts++;
    }

    /** Returns the number of questions that the operation had answered when this part was sent. */
    long answeredBefore() {
        return answeredBefore;
    }

    void answeredBefore(long answers) {
        answeredBefore = answers;
    }
}
