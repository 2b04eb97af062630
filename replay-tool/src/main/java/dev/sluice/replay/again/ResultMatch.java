package dev.sluice.replay.again;

import dev.sluice.api.Row;
import dev.sluice.api.Rows;
import dev.sluice.replay.exchange.ResultParts;
import java.util.ArrayList;
import java.util.List;

/** Says in which fields two results of the same request differ. */
final class ResultMatch {

    private final Rules rules;

    ResultMatch(Rules rules) {
        this.rules = rules;
    }

    /** Empty if they are equal. Of failures the classes are compared: codes and messages are the backends' own. */
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
        final RowMatch match = new RowMatch(rules, a, b);
        if (rules.anyOrder()) {
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
}
