package dev.sluice.faults.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was not as promised: counted by kind, the first of them in words. One thread. */
final class Findings {

    /** What a promise can be broken by. */
    enum Kind {
        LOST,
        DUPLICATED,
        REORDERED,
        WRONG,
        APPLIED_TWICE,
        NOT_APPLIED,
        /** A process ended that nobody had killed. */
        DIED,
        /** Results stopped coming. */
        STUCK;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private static final int SHOWN = 20;

    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<String> first = new ArrayList<>();

    Findings() {
        for (final Kind kind : Kind.values()) {
            counts.put(kind, 0L);
        }
    }

    void add(Kind kind, String text) {
        add(kind, 1, text);
    }

    /** Several at once, told in one text. */
    void add(Kind kind, long count, String text) {
        counts.merge(kind, count, Long::sum);
        if (first.size() < SHOWN) {
            first.add(kind + ": " + text);
        }
    }

    boolean any() {
        return counts.values().stream().anyMatch(count -> count > 0);
    }

    /** How many of each kind. */
    Map<Kind, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    /** The first of them. */
    List<String> texts() {
        return Collections.unmodifiableList(first);
    }
}
