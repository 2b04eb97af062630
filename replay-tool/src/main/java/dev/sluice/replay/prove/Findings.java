package dev.sluice.replay.prove;

import java.util.function.Consumer;

/** Takes violations as they are found, with the queue or database and the place there: counts all, hands the first ones over. */
final class Findings {

    private final Consumer<String> receiver;
    private final long limit;
    private long count;

    Findings(Consumer<String> receiver, long limit) {
        this.receiver = receiver;
        this.limit = limit;
    }

    void add(String where, String what) {
        if (count < limit) {
            receiver.accept(where + "  " + what);
        }
        count++;
    }

    long count() {
        return count;
    }
}
