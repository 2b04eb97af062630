package dev.sluice.replay.prove;

import java.util.function.Consumer;

/** Takes violations, each with the queue or database and the place there: counts all, hands the first ones over. One thread. */
public final class Findings {

    private final Consumer<String> receiver;
    private final long limit;
    private long count;

    /** @param limit how many the receiver gets */
    public Findings(Consumer<String> receiver, long limit) {
        this.receiver = receiver;
        this.limit = limit;
    }

    void add(String where, String what) {
        if (count < limit) {
            receiver.accept(where + "  " + what);
        }
        count++;
    }

    /** How many there are, those beyond the limit included. */
    public long count() {
        return count;
    }
}
