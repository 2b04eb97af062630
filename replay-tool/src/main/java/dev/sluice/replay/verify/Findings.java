package dev.sluice.replay.verify;

import java.util.function.Consumer;

/** Takes violations as they are found: all are counted, the first ones handed over. One thread. */
final class Findings {

    private final Consumer<Violation> receiver;
    private final long limit;
    private long count;

    Findings(Consumer<Violation> receiver, long limit) {
        this.receiver = receiver;
        this.limit = limit;
    }

    void add(String where, String what) {
        if (count < limit) {
            receiver.accept(new Violation(where, what));
        }
        count++;
    }

    long count() {
        return count;
    }
}
