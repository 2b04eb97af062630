package dev.sluice.client.loop;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Who is told the progress of a loop, and how often.
 *
 * @param items after each so many that began and each so many that ended; 0 for by time
 * @param nanos at most once in so long; 0 for by items
 */
record ProgressRule(Consumer<Progress> listener, long items, long nanos, LongSupplier nanoClock) {

    static final ProgressRule NONE = new ProgressRule(now -> {}, Long.MAX_VALUE, 0, System::nanoTime);

    static ProgressRule eachItems(long items, Consumer<Progress> listener) {
        if (items < 1) {
            throw new IllegalArgumentException("progress each " + items + " items: at least 1 is needed");
        }
        return new ProgressRule(listener, items, 0, System::nanoTime);
    }

    static ProgressRule atMostEvery(Duration pause, Consumer<Progress> listener) {
        if (pause.isNegative() || pause.isZero()) {
            throw new IllegalArgumentException("progress every " + pause + ": it must be positive");
        }
        return new ProgressRule(listener, 0, pause.toNanos(), System::nanoTime);
    }
}
