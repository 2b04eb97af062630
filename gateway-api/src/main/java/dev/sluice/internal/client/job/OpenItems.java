package dev.sluice.internal.client.job;

import dev.sluice.internal.client.run.RunMark;
import dev.sluice.internal.client.run.RunName;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.LongFunction;

/** The items of a run that are not handled yet, in their order, and how many are handled. One thread. */
final class OpenItems {

    private final RunName run;
    private final Queue<RunItem> items = new ArrayDeque<>();
    private final Set<String> keys = new HashSet<>();
    private long begun;
    private long handled;
    private long failed;
    private String lastKey;

    /** Behind those that are handled by that mark. */
    OpenItems(RunName run, RunMark mark) {
        this.run = run;
        this.begun = mark.handled();
        this.handled = mark.handled();
        this.failed = mark.failed();
        this.lastKey = mark.lastKey();
    }

    /**
     * One more.
     *
     * @param item makes it, by its number
     * @throws IllegalArgumentException if an item of that key is open
     */
    RunItem begin(String key, LongFunction<RunItem> item) {
        if (!keys.add(key)) {
            throw new IllegalArgumentException(
                    "two items of the " + run + " have the key '" + key + "': each needs one of its own");
        }
        final RunItem next = item.apply(++begun);
        items.add(next);
        return next;
    }

    /**
     * The first is handled.
     *
     * @throws IllegalStateException if that item is not the first
     */
    void handled(RunItem item) {
        if (items.peek() != item) {
            throw new IllegalStateException(item + " is not the first of the open items, which is " + items.peek()
                    + ": they are handled in their order");
        }
        items.remove();
        keys.remove(item.key());
        handled++;
        lastKey = item.key();
    }

    /** The first is handled, and failed. */
    void failed(RunItem item) {
        handled(item);
        failed++;
    }

    /** The first that is not handled. */
    Optional<RunItem> first() {
        return Optional.ofNullable(items.peek());
    }

    long handledItems() {
        return handled;
    }

    long failedItems() {
        return failed;
    }

    /** The key of the last one that is handled. */
    Optional<String> lastHandled() {
        return handled == 0 ? Optional.empty() : Optional.of(lastKey);
    }

    /** The mark of a run that got as far as this; the rest as in {@link RunMark}. */
    RunMark mark(long behind, String sinkMark, long askAgainUpTo) {
        return new RunMark(behind, handled, failed, lastKey, sinkMark, askAgainUpTo, false);
    }
}
