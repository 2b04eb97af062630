package dev.sluice.client.loop;

import java.time.Duration;
import java.util.Collection;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Counts the items of one loop and calls the progress listener. Used only by the thread that runs the loop. */
final class ProgressMeter {

    private final ProgressRule rule;
    private final OptionalLong total;
    private final long before;
    private long begun;
    private long done;
    private long failed;
    private long toldNanos;

    /** Continues the counts of an earlier loop. */
    ProgressMeter(ProgressRule rule, Progress before, Iterable<?> items) {
        this.rule = rule;
        this.before = before.ended();
        this.begun = before.ended();
        this.done = before.done();
        this.failed = before.failed();
        this.total = before.total().isPresent() ? before.total() : known(items, before.ended());
        this.toldNanos = rule.nanoClock().getAsLong();
    }

    private static OptionalLong known(Iterable<?> items, long before) {
        return items instanceof Collection<?> known ? OptionalLong.of(before + known.size()) : OptionalLong.empty();
    }

    /** Returns the number of items that earlier loops have ended. */
    long before() {
        return before;
    }

    void begun() {
        tellAt(++begun);
    }

    void done() {
        done++;
        tellAt(ended());
    }

    void failed() {
        failed++;
        tellAt(ended());
    }

    /** Called when all items have ended. Calls the listener for the last time, whatever the rule says. */
    void end() {
        tell();
    }

    long ended() {
        return done + failed;
    }

    Progress now() {
        return new Progress(begun, done, failed, total);
    }

    private void tellAt(long count) {
        if (rule.items() > 0) {
            if (count % rule.items() == 0) {
                tell();
            }
            return;
        }
        final long now = rule.nanoClock().getAsLong();
        if (now - toldNanos >= rule.nanos()) {
            toldNanos = now;
            tell();
        }
    }

    private void tell() {
        rule.listener().accept(now());
    }

    /**
     * The progress listener of a loop, and how often it is called.
     *
     * @param items the number of further items that begin or end between two calls of the listener; 0 if the rule is by time
     * @param nanos the minimum time between two calls of the listener; 0 if the rule is by items
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
}
