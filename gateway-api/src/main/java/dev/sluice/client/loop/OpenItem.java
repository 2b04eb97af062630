package dev.sluice.client.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An item of a pipeline whose requests have no result yet. One thread. */
final class OpenItem<T> {

    private final long number;
    private final T item;
    private final int step;
    private final long first;
    private final int asked;
    private final Throwable failure;
    private final List<Answered> answered;

    /**
     * Asked, for now.
     *
     * @param step which step handles the answers
     * @param first the number of the first of its requests
     * @param asked how many requests
     * @param failure what asking ended with, or null
     */
    OpenItem(long number, T item, int step, long first, int asked, Throwable failure) {
        this.number = number;
        this.item = item;
        this.step = step;
        this.first = first;
        this.asked = asked;
        this.failure = failure;
        this.answered = new ArrayList<>(asked);
    }

    void add(Answered answer) {
        answered.add(answer);
    }

    long first() {
        return first;
    }

    boolean isAnswered() {
        return answered.size() == asked;
    }

    Answers answers() {
        return new Answers(answered);
    }

    /** Why it was not asked as it should have been: then nobody handles its answers. */
    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    ItemFailure failed(Throwable cause) {
        return new ItemFailure(number, item, cause);
    }

    long number() {
        return number;
    }

    T item() {
        return item;
    }

    int step() {
        return step;
    }
}
