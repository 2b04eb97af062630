package dev.sluice.replay.again;

import dev.sluice.api.Columns;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.replay.again.Matched.Difference;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rows of two results, compared by rules. */
final class RowMatch {

    private final ResultMatch rules;
    private final Map<String, Integer> first;
    private final Map<String, Integer> second;
    private final Set<String> columns = new LinkedHashSet<>();

    RowMatch(ResultMatch rules, Rows a, Rows b) {
        this.rules = rules;
        this.first = indexes(a.columns());
        this.second = indexes(b.columns());
        columns.addAll(first.keySet());
        columns.addAll(second.keySet());
        columns.removeAll(rules.ignored());
    }

    private static Map<String, Integer> indexes(Columns columns) {
        final Map<String, Integer> indexes = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            indexes.putIfAbsent(ResultMatch.lowerCase(columns.names().get(i)), i); // the first wins, as for jobs
        }
        return indexes;
    }

    /** The columns in which two rows differ. */
    List<Difference> compare(Row a, Row b) {
        final List<Difference> differences = new ArrayList<>();
        for (final String column : columns) {
            final Integer one = first.get(column);
            final Integer other = second.get(column);
            if (one == null || other == null) {
                differences.add(new Difference(column, text(a, one), text(b, other)));
            } else if (!Values.equal(
                    a.get(one),
                    b.get(other),
                    rules.tolerances().getOrDefault(column, BigDecimal.ZERO),
                    rules.asText())) {
                differences.add(
                        new Difference(column, shown(a.get(one), b.get(other)), shown(b.get(other), a.get(one))));
            }
        }
        return differences;
    }

    private static String text(Row row, Integer index) {
        return index == null ? Difference.NONE : Values.text(row.get(index));
    }

    /** With its type where the texts alone would look equal. */
    private static String shown(Object value, Object other) {
        final String text = Values.text(value);
        return value != null && other != null && text.equals(Values.text(other))
                ? text + " (" + value.getClass().getSimpleName() + ")"
                : text;
    }

    /** Whether both have the same rows, in whatever order: first by their texts, and what is left one by one. */
    boolean sameRows(Rows a, Rows b, List<Row> onlyFirst, List<Row> onlySecond) {
        final Map<String, Deque<Row>> open = new HashMap<>();
        for (final Row row : a) {
            open.computeIfAbsent(canonical(row, first), key -> new ArrayDeque<>())
                    .add(row);
        }
        for (final Row row : b) {
            final Deque<Row> same = open.get(canonical(row, second));
            if (same == null || same.isEmpty() || !compare(same.peek(), row).isEmpty()) {
                onlySecond.add(row);
            } else {
                same.remove();
            }
        }
        open.values().forEach(onlyFirst::addAll);
        for (final Iterator<Row> left = onlyFirst.iterator(); left.hasNext(); ) {
            final Row row = left.next();
            for (int i = 0; i < onlySecond.size(); i++) {
                if (compare(row, onlySecond.get(i)).isEmpty()) {
                    onlySecond.remove(i);
                    left.remove();
                    break;
                }
            }
        }
        return onlyFirst.isEmpty() && onlySecond.isEmpty();
    }

    private String canonical(Row row, Map<String, Integer> indexes) {
        final StringBuilder text = new StringBuilder();
        for (final String column : columns) {
            final Integer index = indexes.get(column);
            text.append(index == null ? Difference.NONE : Values.canonical(row.get(index)))
                    .append('\u0000');
        }
        return text.toString();
    }
}
