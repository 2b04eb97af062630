package dev.sluice.perf.compare;

import dev.sluice.perf.lab.Calibration;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One experiment in two reports.
 *
 * @param experiment its name
 * @param changes of the figures that both have, in the order of the new report
 * @param onlyBefore the names of figures that only the old report has
 * @param onlyAfter those that only the new one has
 * @param otherConditions what was not the same, as text
 * @param machine how much slower the machine was in the new report, by what it was calibrated with; 1 where that is unknown
 */
record Changes(
        String experiment,
        List<Change> changes,
        List<String> onlyBefore,
        List<String> onlyAfter,
        List<String> otherConditions,
        double machine) {

    private static final Set<String> OWN = Set.of("measured");

    static Changes between(Report before, Report after) {
        final Map<String, Measurement> then = byName(before);
        final Map<String, Measurement> now = byName(after);
        final List<Change> changes = new ArrayList<>();
        final List<String> onlyAfter = new ArrayList<>();
        now.forEach((name, measured) -> {
            final Optional<Measurement> old = Optional.ofNullable(then.remove(name));
            old.ifPresentOrElse(was -> changes.add(new Change(after.name(), was, measured)), () -> onlyAfter.add(name));
        });
        return new Changes(
                after.name(),
                changes,
                List.copyOf(then.keySet()),
                onlyAfter,
                otherConditions(before, after),
                changes.stream()
                        .filter(change -> change.after().name().equals(Calibration.CORES))
                        .mapToDouble(Change::ratio)
                        .findAny()
                        .orElse(1));
    }

    private static Map<String, Measurement> byName(Report report) {
        final Map<String, Measurement> byName = new LinkedHashMap<>();
        report.measurements().forEach(one -> byName.put(one.name() + ", " + one.unit(), one));
        return byName;
    }

    private static List<String> otherConditions(Report before, Report after) {
        final Set<String> names = new TreeSet<>(before.conditions().keySet());
        names.addAll(after.conditions().keySet());
        names.removeAll(OWN);
        return names.stream()
                .filter(name -> !Objects.equals(
                        before.conditions().get(name), after.conditions().get(name)))
                .map(name -> name + ": " + before.conditions().getOrDefault(name, "not told") + " -> "
                        + after.conditions().getOrDefault(name, "not told"))
                .toList();
    }
}
