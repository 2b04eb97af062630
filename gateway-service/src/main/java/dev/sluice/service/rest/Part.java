package dev.sluice.service.rest;

import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.Question;
import dev.sluice.service.rest.http.HttpAsk;
import dev.sluice.service.rest.template.RestItem;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Questions of a call that one HTTP request asks, in their order. Belongs to the service thread. */
final class Part {

    private final List<PendingItem> asked;
    private final List<RestItem> items;
    private Optional<HttpAsk> ask;
    private int doubts;
    private long answeredBefore;
    private boolean whole;
    private Optional<Part> firstHalf = Optional.empty();

    /** A question as it is asked, and how often its own answer was in doubt. */
    static final class PendingItem {

        private final Question question;
        private final RestItem item;
        private int doubts;
        private long since;
        private Optional<String> perhapsTaken = Optional.empty();

        /**
         * @param since how many answers there were when it was first in doubt; negative: it has not been yet
         * @param doubts how often it counts as having been in doubt
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

        /** Why it may have been taken, though it is asked again; for events. */
        Optional<String> perhapsTaken() {
            return perhapsTaken;
        }

        void perhapsTaken(String why) {
            perhapsTaken = Optional.of(why);
        }

        /** Counts that its own answer was in doubt; returns how often it was. */
        int doubt(long answeredBefore) {
            if (since < 0) {
                since = answeredBefore;
            }
            return ++doubts;
        }

        /** Whether others were answered since. */
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

    /** A part that asks what no request waits for, to see whether and how the service answers. */
    static Part control(Contract contract, List<Arguments> keys, LongSupplier ids) {
        final List<RestItem> items =
                keys.stream().map(key -> new RestItem(key, ids.getAsLong(), "")).toList();
        return new Part(List.of(), items, Optional.of(contract.asks(items).get(0)), 0);
    }

    /** The part of this that an HTTP request asks. */
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

    /** Notes that all of the part was answered. */
    void answeredWhole() {
        whole = true;
    }

    /** Makes this the second half of a part that failed because of one of its items. */
    void secondHalfAfter(Part first) {
        firstHalf = Optional.of(first);
    }

    /** Whether what is at fault must be in it: its first half was answered. */
    boolean isAtFault() {
        return firstHalf.isPresent() && firstHalf.get().whole;
    }

    /** How often the answer to it as a whole was in doubt. */
    int doubts() {
        return doubts;
    }

    void countDoubt() {
        doubts++;
    }

    /** How many answers there were when it was asked. */
    long answeredBefore() {
        return answeredBefore;
    }

    void answeredBefore(long answers) {
        answeredBefore = answers;
    }
}
