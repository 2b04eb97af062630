package dev.sluice.replay.prove;

import java.util.function.Consumer;

/**
 * Counts violations. Passes on the first violations, up to a limit, each with its place in a queue or a database. For one thread.
 */
public final class Findings {

    private final Consumer<String> receiver;
    private final long limit;
    private long count;

    /** @param limit the maximum number of violations that the receiver gets */
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

    /** Returns the number of violations, including those beyond the limit. */
    public long count() {
        return count;
    }
}
