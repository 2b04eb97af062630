package dev.sluice.service.jdbc.probe;

import dev.sluice.service.jdbc.probe.Preview.Property;
import dev.sluice.service.jdbc.probe.Touched.Extent;
import dev.sluice.service.jdbc.probe.Touched.Overlap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The order of a statement's requests relative to requests of other statements.
 *
 * @param with the declared statements that conflict with this one, each with the table of the conflict and its reason
 * @param note why this statement conflicts by whole tables and not only by row, in one line; empty if it has no such conflict, or
 *     if only the other statements cause it
 */
record Order(Property verdict, List<String> with, Optional<String> note) {

    private static final String TWO_PASSES =
            "ask and update by one column, or read all first and update after: docs/explanation/ordering.md";

    private record With(Preview other, Overlap meeting) {

        String words() {
            return "with " + other.called() + ": " + meeting.why();
        }
    }

    /** @param others the other declared statements of its database */
    static Order of(Preview asked, List<Preview> others) {
        final List<With> all = new ArrayList<>();
        others.forEach(other -> meetings(asked, other).forEach(meeting -> all.add(new With(other, meeting))));
        final Optional<String> anything = asked.writes().everything().or(asked.reads()::everything);
        final Optional<String> note = anything.filter(why -> !all.isEmpty())
                .map(why -> "conflicts with everything: " + why)
                .or(() -> all.stream()
                        .filter(one -> one.meeting.extent() == Extent.TABLE)
                        .findFirst()
                        .map(one -> "keeps its order " + one.words()));
        return new Order(
                anything.map(why ->
                                Property.because("by everything", why).mendedBy(Advice.order(asked.declaration(), why)))
                        .orElseGet(() -> verdict(
                                all.stream().map(one -> one.meeting.extent()).max(Comparator.naturalOrder()))),
                all.stream().map(With::words).distinct().toList(),
                note.map(words -> words + "; sluice explain says what mends it"));
    }

    private static Property verdict(Optional<Extent> worst) {
        if (worst.isEmpty()) {
            return Property.good("free, no other declared statement conflicts with it");
        }
        return switch (worst.get()) {
            case ROW -> Property.good("by row");
            case TABLE -> Property.good("by table").mendedBy(TWO_PASSES);
            case EVERYTHING -> Property.good("by everything, because of others");
        };
    }

    /** Returns the conflicts of two statements. Two updates have none here, because updates always keep their order. */
    private static List<Overlap> meetings(Preview asked, Preview other) {
        if (asked.update() && other.update()) {
            return List.of();
        }
        final List<Overlap> meetings = new ArrayList<>(asked.writes().meets(other.reads()));
        meetings.addAll(asked.reads().meets(other.writes()));
        return meetings;
    }
}
