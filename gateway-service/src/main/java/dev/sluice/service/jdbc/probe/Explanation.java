package dev.sluice.service.jdbc.probe;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.Declaration.Trust;
import dev.sluice.service.jdbc.probe.Preview.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Explains one statement in short lines: its properties, the reasons for them, and how to improve them. */
final class Explanation {

    private final Preview asked;
    private final List<String> lines = new ArrayList<>();

    private Explanation(Preview asked) {
        this.asked = asked;
    }

    /** @param others the other declared statements of its database */
    static List<String> of(Preview asked, List<Preview> others) {
        final Explanation explanation = new Explanation(asked);
        explanation.title();
        explanation.touches();
        explanation.order(Order.of(asked, others));
        asked.transaction().ifPresent(explanation::transaction);
        explanation.verdict("Chunk", asked.chunk());
        return explanation.lines;
    }

    /** Returns hints that the form does not contain, one line each: on conflicts, and on values that depend on transactions. */
    static List<String> notes(Preview asked, List<Preview> others) {
        final List<String> notes = new ArrayList<>();
        Order.of(asked, others).note().ifPresent(notes::add);
        if (!asked.surroundings().isEmpty()) {
            notes.add("shares transactions, though " + String.join(", ", asked.surroundings())
                    + ": transaction: each prevents that");
        }
        return notes;
    }

    private void title() {
        final Declaration declaration = asked.declaration();
        lines.add(asked.called() + " of databases." + declaration.database());
        declaration.sql().lines().filter(line -> !line.isBlank()).forEach(line -> lines.add("  " + line));
        if (asked.text().parameters() > 0) {
            lines.add("  arguments: "
                    + declaration
                            .types()
                            .map(Explanation::words)
                            .orElse("their types are not known; --types sets them"));
        }
    }

    private static String words(List<ValueType> types) {
        return types.stream().map(type -> type.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(", "));
    }

    private void touches() {
        lines.add("");
        lines.add("Touches");
        touched(
                "reads",
                Touched.proved(asked.footprint().reads()),
                asked.declaration().reads());
        if (asked.update()) {
            touched(
                    "writes",
                    Touched.proved(asked.footprint().writes()),
                    asked.declaration().writes());
        }
    }

    private void touched(String how, Touched derived, Optional<Set<String>> declared) {
        derived.lines().forEach(line -> lines.add("  " + how + " " + line));
        final String counts =
                asked.declaration().trust().contains(Trust.DECLARED) ? ", which counts by trust: declared" : "";
        declared.ifPresent(names -> lines.add("    declared: " + Touched.listed(names) + counts));
    }

    private void order(Order order) {
        verdict("Order", order.verdict());
        order.with().forEach(line -> lines.add("  " + line));
        if (asked.update()) {
            lines.add("  with updates of " + asked.declaration().database() + ": always, whatever they touch");
        }
    }

    private void transaction(Property verdict) {
        verdict("Transaction", verdict);
        if (!asked.surroundings().isEmpty()) {
            asked.surroundings().forEach(words -> lines.add("  all the same: " + words));
            lines.add(
                    "  do:  nothing, if gaps in the numbers and equal times do no harm; or transaction: each under databases."
                            + asked.declaration().database());
        }
    }

    private void verdict(String heading, Property verdict) {
        lines.add("");
        lines.add(heading + ": " + verdict.what());
        verdict.why().ifPresent(why -> lines.add("  why: " + why));
        verdict.mend().ifPresent(mend -> lines.add("  do:  " + mend));
    }
}
