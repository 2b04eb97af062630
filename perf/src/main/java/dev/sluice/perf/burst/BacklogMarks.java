package dev.sluice.perf.burst;

import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * At which sizes of a backlog it is looked at: twenty that are equally far apart, and from 1,000 on those that are
 * equally far apart on a logarithmic axis.
 */
final class BacklogMarks {

    private static final long FIRST_DECADE = 1_000;

    private BacklogMarks() {}

    static NavigableSet<Long> growing(long count) {
        final NavigableSet<Long> marks = new TreeSet<>();
        for (int i = 1; i <= BacklogSample.EQUAL_STEPS; i++) {
            marks.add(count * i / BacklogSample.EQUAL_STEPS);
        }
        for (long decade = FIRST_DECADE; decade < count; decade *= 10) {
            marks.add(decade);
            marks.add(Math.min(count, 3 * decade));
        }
        return marks;
    }

    /** Those of a backlog that shrinks: the greatest first, and none in the end. */
    static NavigableSet<Long> shrinking(long count) {
        final NavigableSet<Long> marks = growing(count);
        marks.remove(count);
        marks.add(0L);
        return marks.descendingSet();
    }
}
