package dev.sluice.perf.burst;

import java.util.Iterator;
import java.util.TreeSet;

/**
 * At which sizes of a backlog it is looked at: twenty that are equally far apart, and from 1,000 on those that are
 * equally far apart on a logarithmic axis. One thread.
 */
final class BacklogMarks {

    static final int EQUAL_STEPS = 20;

    private static final long FIRST_DECADE = 1_000;

    private final TreeSet<Long> all = new TreeSet<>();
    private final Iterator<Long> left;
    private long next;

    BacklogMarks(long count) {
        for (int i = 1; i <= EQUAL_STEPS; i++) {
            all.add(count * i / EQUAL_STEPS);
        }
        for (long decade = FIRST_DECADE; decade < count; decade *= 10) {
            all.add(decade);
            all.add(Math.min(count, 3 * decade));
        }
        left = all.iterator();
        next = left.next();
    }

    /** Called with growing numbers: whether the next mark is reached. */
    boolean reached(long size) {
        if (size < next) {
            return false;
        }
        next = left.hasNext() ? left.next() : Long.MAX_VALUE;
        return true;
    }

    /** Their sizes, the greatest first, and none in the end: those of a backlog that shrinks. */
    Iterable<Long> shrinking(long count) {
        final TreeSet<Long> sizes = new TreeSet<>(all);
        sizes.remove(count);
        sizes.add(0L);
        return sizes.descendingSet();
    }
}
