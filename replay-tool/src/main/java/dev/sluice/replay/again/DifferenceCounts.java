package dev.sluice.replay.again;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.Position;
import dev.sluice.internal.text.TextTable;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.exchange.Json;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Counts comparisons by name and by field, and keeps the first differences. If the same difference occurs several times for one
 * key, it is kept once, with a count. For one thread.
 */
public final class DifferenceCounts {

    private static final int LONGEST = 60;

    private record Entry(String name, String key, Matched.Difference difference) {}

    private static final class Found {
        private final Position position;
        private long requests;

        private Found(Position position) {
            this.position = position;
        }
    }

    private static final class Counts {
        private final Map<Matched.State, Long> states = new EnumMap<>(Matched.State.class);
        private final Map<String, Long> fields = new TreeMap<>();

        long of(Matched.State state) {
            return states.getOrDefault(state, 0L);
        }
    }

    private final Map<String, Counts> names = new TreeMap<>();
    private final Map<Entry, Found> first = new LinkedHashMap<>();
    private final long limit;
    private long more;

    /** @param limit the maximum number of differences to keep */
    public DifferenceCounts(long limit) {
        this.limit = limit;
    }

    /** Counts one compared request. */
    public void add(Matched matched) {
        final String name = matched.first().name();
        final Counts counts = names.computeIfAbsent(name, key -> new Counts());
        counts.states.merge(matched.state(), 1L, Long::sum);
        for (final Matched.Difference difference : matched.differences()) {
            counts.fields.merge(difference.field(), 1L, Long::sum);
            final Entry entry = new Entry(name, matched.key(), difference);
            if (first.size() < limit || first.containsKey(entry)) {
                first.computeIfAbsent(entry, key -> new Found(matched.original())).requests++;
            } else {
                more++;
            }
        }
    }

    private long count(Matched.State state) {
        return names.values().stream().mapToLong(counts -> counts.of(state)).sum();
    }

    /** Whether something differs, or is on one side only. */
    public boolean differs() {
        return count(Matched.State.DIFFERENT) + count(Matched.State.MISSING) > 0;
    }

    /** Returns the counts and the first differences for people. */
    public String text() {
        final TextTable table =
                new TextTable("NAME", "EQUAL", "DIFFERENT", "MISSING", "UNANSWERED", "NOT ASKED", "FIELDS");
        names.forEach((name, counts) -> {
            final List<String> cells = new ArrayList<>(List.of(name.isEmpty() ? "(cannot be read)" : name));
            for (final Matched.State state : Matched.State.values()) {
                cells.add(Amounts.count(counts.of(state)));
            }
            cells.add(counts.fields.entrySet().stream()
                    .map(field -> field.getKey() + ": " + field.getValue())
                    .collect(Collectors.joining(", ")));
            table.add(cells.toArray(new String[0]));
        });
        return table.text()
                + (first.isEmpty() ? "" : System.lineSeparator() + differences())
                + (more == 0 ? "" : String.format(Locale.ROOT, "and %,d more differences; see --limit%n", more));
    }

    private String differences() {
        final TextTable table = new TextTable("POSITION", "NAME", "KEY", "FIELD", "FIRST", "SECOND", "REQUESTS");
        first.forEach((entry, found) -> table.add(
                found.position.toString(),
                entry.name(),
                cut(entry.key()),
                entry.difference().field(),
                cut(entry.difference().first()),
                cut(entry.difference().second()),
                Amounts.count(found.requests)));
        return table.text();
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
    }

    /** Returns one difference for programs, as a line with uncut values. */
    public static String json(Matched matched, Matched.Difference difference) {
        final ObjectNode line = Json.object();
        line.put("type", "difference").put("position", matched.original().toString());
        line.put("first", matched.first().position().toString());
        matched.second()
                .ifPresent(second -> line.put("second", second.position().toString()));
        line.put("name", matched.first().name()).put("key", matched.key());
        line.put("field", difference.field());
        line.put("firstValue", difference.first()).put("secondValue", difference.second());
        return line.toString();
    }

    /** Returns the counts for programs: a line for each name, and a line for all. */
    public String json(boolean unfinished) {
        final StringBuilder out = new StringBuilder();
        names.forEach((name, counts) -> {
            final ObjectNode line = Json.object().put("type", "name").put("name", name);
            counts(line, counts::of);
            counts.fields.forEach(line.putObject("fields")::put);
            out.append(line).append(System.lineSeparator());
        });
        final ObjectNode all = Json.object().put("type", "all");
        counts(all, this::count);
        return out.append(all.put("finished", !unfinished))
                .append(System.lineSeparator())
                .toString();
    }

    private static void counts(ObjectNode line, ToLongFunction<Matched.State> counts) {
        for (final Matched.State state : Matched.State.values()) {
            final boolean notAsked = state == Matched.State.NOT_ASKED;
            line.put(notAsked ? "notAsked" : state.name().toLowerCase(Locale.ROOT), counts.applyAsLong(state));
        }
    }
}
