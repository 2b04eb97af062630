package dev.sluice.client.loop;

import java.time.Duration;
import java.util.Collection;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Counts the items of one loop and tells its listener. One thread: the one that runs the loop. */
final class ProgressMeter {

    private final ProgressRule rule;
    private final OptionalLong total;
    private final long before;
    private long begun;
    private long done;
    private long failed;
    private long toldNanos;

    /** Counts on from what came before. */
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

    /** Returns the number of items of an earlier loop, before the first of this one. */
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

    /** All items ended: told in any case, as the last. */
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
}
