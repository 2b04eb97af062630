package dev.sluice.replay.again;

import dev.sluice.api.Columns;
import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.replay.again.Matched.Difference;
import dev.sluice.service.exchange.ResultParts;
import dev.sluice.service.exchange.Values;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the fields in which two results of the same request differ. Columns are matched by name without regard to case, as jobs
 * read them. The order of the columns does not matter.
 *
 * @param tolerances by column, the largest difference of two numbers that count as equal
 * @param ignored columns that are not compared
 * @param anyOrder whether the order of the rows is ignored
 * @param asText whether values of different types are equal if they have the same text
 */
public record ResultMatch(Map<String, BigDecimal> tolerances, Set<String> ignored, boolean anyOrder, boolean asText) {

    public ResultMatch {
        tolerances = tolerances.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(each -> lowerCase(each.getKey()), Map.Entry::getValue));
        ignored = ignored.stream().map(ResultMatch::lowerCase).collect(Collectors.toUnmodifiableSet());
    }

    static String lowerCase(String column) {
        return column.toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the differences; empty if the results are equal. Failures are compared by class only, because each backend has
     * its own codes and messages.
     */
    List<Difference> compare(ResultParts a, ResultParts b) {
        if (!a.kind().equals(b.kind())) {
            return List.of(new Difference("outcome", shown(a), shown(b)));
        }
        return switch (a.kind()) {
            case "rows", "replied" -> compare(a.rows().orElseThrow(), b.rows().orElseThrow());
            case "updated" ->
                differing(
                        "count",
                        a.count().orElseThrow().toString(),
                        b.count().orElseThrow().toString());
            case "failed" ->
                differing(
                        "failure",
                        a.failure().orElseThrow().kind().name(),
                        b.failure().orElseThrow().kind().name());
            default -> List.of();
        };
    }

    private static String shown(ResultParts parts) {
        return parts.rows().map(rows -> parts.kind() + " " + rows).orElse(parts.kind())
                + parts.failure().map(failure -> " " + failure.kind()).orElse("");
    }

    private static List<Difference> differing(String field, String a, String b) {
        return a.equals(b) ? List.of() : List.of(new Difference(field, a, b));
    }

    private List<Difference> compare(Rows a, Rows b) {
        final RowMatch match = new RowMatch(a, b);
        if (anyOrder) {
            return inAnyOrder(match, a, b);
        }
        if (a.size() != b.size()) {
            return List.of(new Difference("rows", String.valueOf(a.size()), String.valueOf(b.size())));
        }
        final List<Difference> differences = new ArrayList<>();
        for (int i = 0; i < a.size(); i++) {
            differences.addAll(match.compare(a.get(i), b.get(i)));
        }
        if (a.size() > 1 && !differences.isEmpty() && match.sameRows(a, b, new ArrayList<>(), new ArrayList<>())) {
            return List.of(new Difference("order", "the same rows", "in another order: see --any-order"));
        }
        return differences;
    }

    private static List<Difference> inAnyOrder(RowMatch match, Rows a, Rows b) {
        final List<Row> onlyFirst = new ArrayList<>();
        final List<Row> onlySecond = new ArrayList<>();
        match.sameRows(a, b, onlyFirst, onlySecond);
        if (onlyFirst.size() == 1 && onlySecond.size() == 1) {
            return match.compare(onlyFirst.get(0), onlySecond.get(0));
        }
        final List<Difference> differences = new ArrayList<>();
        onlyFirst.forEach(row -> differences.add(new Difference("row", row.toString(), Difference.NONE)));
        onlySecond.forEach(row -> differences.add(new Difference("row", Difference.NONE, row.toString())));
        return differences;
    }

    /** Compares the rows of two results by the rules of the outer class. */
    private final class RowMatch {

        private final Map<String, Integer> first;
        private final Map<String, Integer> second;
        private final Set<String> columns = new LinkedHashSet<>();

        RowMatch(Rows a, Rows b) {
            this.first = indexes(a.columns());
            this.second = indexes(b.columns());
            columns.addAll(first.keySet());
            columns.addAll(second.keySet());
            columns.removeAll(ignored);
        }

        private static Map<String, Integer> indexes(Columns columns) {
            final Map<String, Integer> indexes = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                indexes.putIfAbsent(lowerCase(columns.names().get(i)), i); // jobs, too, read the first of equal names
            }
            return indexes;
        }

        /** Returns the columns in which two rows differ. */
        List<Difference> compare(Row a, Row b) {
            final List<Difference> differences = new ArrayList<>();
            for (final String column : columns) {
                final Integer one = first.get(column);
                final Integer other = second.get(column);
                if (one == null || other == null) {
                    differences.add(new Difference(column, text(a, one), text(b, other)));
                } else if (!Values.equal(
                        a.get(one), b.get(other), tolerances.getOrDefault(column, BigDecimal.ZERO), asText)) {
                    differences.add(
                            new Difference(column, shown(a.get(one), b.get(other)), shown(b.get(other), a.get(one))));
                }
            }
            return differences;
        }

        private static String text(Row row, Integer index) {
            return index == null ? Difference.NONE : Values.text(row.get(index));
        }

        /** Returns the text of a value, with its type if the two texts alone would look equal. */
        private static String shown(Object value, Object other) {
            final String text = Values.text(value);
            return value != null && other != null && text.equals(Values.text(other))
                    ? text + " (" + value.getClass().getSimpleName() + ")"
                    : text;
        }

        /**
         * Whether both results have the same rows in any order. First matches rows with equal text, and then compares the
         * remaining rows one by one.
         */
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
}
