package dev.sluice.client.loop;

import java.util.Collection;
import java.util.OptionalLong;

/** Counts the items of one loop and tells its listener. One thread: the one that runs the loop. */
final class ProgressMeter {

    private final ProgressRule rule;
    private final OptionalLong total;
    private long begun;
    private long done;
    private long failed;
    private long toldNanos;

    ProgressMeter(ProgressRule rule, Iterable<?> items) {
        this.rule = rule;
        this.total = items instanceof Collection<?> known ? OptionalLong.of(known.size()) : OptionalLong.empty();
        this.toldNanos = rule.nanoClock().getAsLong();
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
        rule.listener().progress(now());
    }
}
