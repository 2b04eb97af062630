package dev.sluice.perf.forms;

import java.util.concurrent.atomic.LongAdder;

/** Counts the answers that a job handled. Any thread. */
public final class Handled {

    private final LongAdder items = new LongAdder();
    private final LongAdder letters = new LongAdder();

    public void take(Form.Name name) {
        items.increment();
        letters.add(name.firstName().length() + name.lastName().length());
    }

    /** @throws IllegalStateException if it is not that many, or one of them was empty */
    public void mustBe(long count) {
        if (items.sum() != count || letters.sum() < count) {
            throw new IllegalStateException(
                    items.sum() + " answers with " + letters.sum() + " letters were handled, not " + count);
        }
    }
}
