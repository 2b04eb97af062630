package dev.sluice.faults.kill;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts the promises that a series of kills found broken, by kind, and keeps the first descriptions. For one thread. */
public final class BrokenPromises {

    /** The kinds of broken promises. */
    public enum Kind {
        LOST,
        DUPLICATED,
        REORDERED,
        WRONG,
        APPLIED_TWICE,
        NOT_APPLIED,
        /** A gateway went on with a backup in which answered updates are missing. */
        UNNOTICED,
        /** A process that the test had not killed has ended. */
        DIED,
        /** Results stopped coming. */
        STUCK,
        /** A process or the queues use more than is allowed after some time. */
        GREW;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private static final int SHOWN = 20;

    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<String> first = new ArrayList<>();

    public BrokenPromises() {
        for (final Kind kind : Kind.values()) {
            counts.put(kind, 0L);
        }
    }

    public void add(Kind kind, String text) {
        add(kind, 1, text);
    }

    /** Adds several broken promises of one kind with one description. */
    public void add(Kind kind, long count, String text) {
        counts.merge(kind, count, Long::sum);
        if (first.size() < SHOWN) {
            first.add(kind + ": " + text);
        }
    }

    public boolean any() {
        return counts.values().stream().anyMatch(count -> count > 0);
    }

    /** Returns a line with the counts, and then the descriptions of the first broken promises. */
    public List<String> lines() {
        final List<String> lines = new ArrayList<>();
        lines.add("found: "
                + counts.entrySet().stream()
                        .map(count -> count.getKey() + " " + count.getValue())
                        .collect(Collectors.joining(", ")));
        lines.addAll(first);
        return lines;
    }

    /** Returns the count of each kind. */
    public Map<Kind, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }
}
