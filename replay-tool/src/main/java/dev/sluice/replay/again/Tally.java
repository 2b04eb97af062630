package dev.sluice.replay.again;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.Position;
import dev.sluice.internal.text.TextTable;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Comparisons counted by name and by field, and the first ones that differ, equal ones of one key once. One thread. */
public final class Tally {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int LONGEST = 60;

    private record Entry(String name, String key, Difference difference) {}

    private static final class Found {
        private final Position position;
        private long requests;

        private Found(Position position) {
            this.position = position;
        }
    }

    private final Map<String, Map<Matched.State, Long>> names = new TreeMap<>();
    private final Map<String, Map<String, Long>> fields = new TreeMap<>();
    private final Map<Entry, Found> first = new LinkedHashMap<>();
    private final long limit;
    private long more;

    /** @param limit how many differences to keep */
    public Tally(long limit) {
        this.limit = limit;
    }

    /** Counts one. */
    public void add(Matched matched) {
        final String name = matched.first().name();
        names.computeIfAbsent(name, key -> new EnumMap<>(Matched.State.class)).merge(matched.state(), 1L, Long::sum);
        for (final Difference difference : matched.differences()) {
            fields.computeIfAbsent(name, key -> new TreeMap<>()).merge(difference.field(), 1L, Long::sum);
            final Entry entry = new Entry(name, matched.key(), difference);
            if (first.size() < limit || first.containsKey(entry)) {
                first.computeIfAbsent(entry, key -> new Found(matched.original())).requests++;
            } else {
                more++;
            }
        }
    }

    /** How many came to that. */
    public long count(Matched.State state) {
        return names.values().stream()
                .mapToLong(counts -> counts.getOrDefault(state, 0L))
                .sum();
    }

    /** Whether something differs, or is on one side only. */
    public boolean differs() {
        return count(Matched.State.DIFFERENT) + count(Matched.State.MISSING) > 0;
    }

    /** For people. */
    public String text() {
        final TextTable counts =
                new TextTable("NAME", "EQUAL", "DIFFERENT", "MISSING", "UNANSWERED", "NOT ASKED", "FIELDS");
        names.forEach((name, states) -> counts.add(
                name.isEmpty() ? "(cannot be read)" : name,
                number(states, Matched.State.EQUAL),
                number(states, Matched.State.DIFFERENT),
                number(states, Matched.State.MISSING),
                number(states, Matched.State.UNANSWERED),
                number(states, Matched.State.NOT_ASKED),
                fieldCounts(name)));
        final StringBuilder out = new StringBuilder(counts.text());
        if (!first.isEmpty()) {
            final TextTable table = new TextTable("POSITION", "NAME", "KEY", "FIELD", "FIRST", "SECOND", "REQUESTS");
            first.forEach((entry, found) -> table.add(
                    found.position.toString(),
                    entry.name(),
                    cut(entry.key()),
                    entry.difference().field(),
                    cut(entry.difference().first()),
                    cut(entry.difference().second()),
                    String.format(Locale.ROOT, "%,d", found.requests)));
            out.append(System.lineSeparator()).append(table.text());
        }
        if (more > 0) {
            out.append(String.format(Locale.ROOT, "and %,d more differences; see --limit%n", more));
        }
        return out.toString();
    }

    private String fieldCounts(String name) {
        final StringBuilder text = new StringBuilder();
        fields.getOrDefault(name, Map.of())
                .forEach((field, count) -> text.append(text.length() == 0 ? "" : ", ")
                        .append(field)
                        .append(": ")
                        .append(count));
        return text.toString();
    }

    private static String number(Map<Matched.State, Long> states, Matched.State state) {
        return String.format(Locale.ROOT, "%,d", states.getOrDefault(state, 0L));
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
    }

    /** For programs: one difference as a line, whole. */
    public static String json(Matched matched, Difference difference) {
        final ObjectNode line = MAPPER.createObjectNode();
        line.put("type", "difference").put("position", matched.original().toString());
        line.put("first", matched.first().position().toString());
        matched.second()
                .ifPresent(second -> line.put("second", second.position().toString()));
        line.put("name", matched.first().name()).put("key", matched.key());
        line.put("field", difference.field());
        line.put("firstValue", difference.first()).put("secondValue", difference.second());
        return line.toString();
    }

    /** For programs: the counts of each name, and of all, a line each. */
    public String json(boolean unfinished) {
        final StringBuilder out = new StringBuilder();
        names.forEach((name, states) -> {
            final ObjectNode line =
                    MAPPER.createObjectNode().put("type", "name").put("name", name);
            for (final Matched.State state : Matched.State.values()) {
                line.put(word(state), states.getOrDefault(state, 0L));
            }
            final ObjectNode byField = line.putObject("fields");
            fields.getOrDefault(name, Map.of()).forEach(byField::put);
            out.append(line).append(System.lineSeparator());
        });
        final ObjectNode line = MAPPER.createObjectNode().put("type", "all");
        for (final Matched.State state : Matched.State.values()) {
            line.put(word(state), count(state));
        }
        return out.append(line.put("finished", !unfinished))
                .append(System.lineSeparator())
                .toString();
    }

    private static String word(Matched.State state) {
        return state == Matched.State.NOT_ASKED ? "notAsked" : state.name().toLowerCase(Locale.ROOT);
    }
}
