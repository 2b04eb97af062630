package dev.sluice.perf.compare;

import dev.sluice.perf.compare.FigureChange.Verdict;
import dev.sluice.perf.lab.Calibration;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.ReportDirectory;
import dev.sluice.perf.report.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code compare}. */
@Command(
        name = "compare",
        description = {
            "Says which figures of a report became worse or better since another one.",
            "A change counts when no repetition of the one reaches any of the other, when the medians differ by more than"
                    + " the threshold, and, for figures that are no ratios, by more than the machine itself became slower."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:nothing became worse", "1:something did", "2:wrong arguments, or a file holds no report"})
public final class CompareCommand implements Callable<Integer> {

    private static final int WORSE = 1;
    private static final int UNREADABLE = 2;
    private static final String NOT_TOLD = "not told";

    @Parameters(paramLabel = "OLD", description = "A report.json, or the JSON file of one experiment.")
    private Path before;

    @Parameters(paramLabel = "NEW", description = "Another one.")
    private Path after;

    @Option(
            names = "--threshold",
            paramLabel = "PERCENT",
            defaultValue = "10",
            description = "Changes below it are noise; ${DEFAULT-VALUE} by default.")
    private double threshold;

    @Option(names = "--all", description = "Shows what did not change, too.")
    private boolean all;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try {
            final List<Report> then = ReportDirectory.read(before);
            boolean compared = false;
            boolean worse = false;
            for (final Report now : ReportDirectory.read(after)) {
                final Optional<Report> old = then.stream()
                        .filter(one -> one.name().equals(now.name()))
                        .findAny();
                compared |= old.isPresent();
                worse |= old.isPresent() && becameWorse(old.get(), now);
            }
            if (!compared) {
                throw new IOException(before + " and " + after + " have no experiment in common");
            }
            return worse ? WORSE : 0;
        } catch (final IOException e) {
            spec.commandLine().getErr().println("sluice perf compare: " + e.getMessage());
            return UNREADABLE;
        }
    }

    /** Shows one experiment in both reports; whether one of its figures became worse. */
    private boolean becameWorse(Report then, Report now) {
        final PrintWriter out = spec.commandLine().getOut();
        out.println("## " + now.name());
        otherConditions(then.conditions(), now.conditions()).forEach(other -> out.println("- not the same: " + other));
        final Map<String, Measurement> onlyBefore = byName(then);
        final List<String> onlyAfter = new ArrayList<>();
        final List<FigureChange> changes = new ArrayList<>();
        byName(now)
                .forEach((name, measured) -> Optional.ofNullable(onlyBefore.remove(name))
                        .ifPresentOrElse(
                                old -> changes.add(new FigureChange(old, measured)), () -> onlyAfter.add(name)));
        final double machine = changes.stream()
                .filter(change -> change.after().name().equals(Calibration.CORES))
                .mapToDouble(FigureChange::ratio)
                .findAny()
                .orElse(1);
        out.printf(Locale.ROOT, "- the machine's cores: %.2f times as slow%n", machine);
        onlyBefore.keySet().forEach(name -> out.println("- not measured any more: " + name));
        onlyAfter.forEach(name -> out.println("- not measured before: " + name));
        final List<Verdict> verdicts = changes.stream()
                .map(change -> change.verdict(threshold / 100, machine))
                .toList();
        out.printf(
                "- %d figures: %d worse, %d better, %d changed%n",
                changes.size(),
                count(verdicts, Verdict.WORSE),
                count(verdicts, Verdict.BETTER),
                count(verdicts, Verdict.CHANGED));
        final List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < changes.size(); i++) {
            if (all || verdicts.get(i).told()) {
                rows.add(row(changes.get(i), verdicts.get(i)));
            }
        }
        if (!rows.isEmpty()) {
            out.println();
            out.print(new Table("Figures", List.of("what", "unit", "old", "new", "new to old", "verdict"), rows)
                    .markdown());
        }
        out.println();
        out.flush();
        return verdicts.contains(Verdict.WORSE);
    }

    private static Map<String, Measurement> byName(Report report) {
        final Map<String, Measurement> byName = new LinkedHashMap<>();
        report.measurements().forEach(one -> byName.put(one.name() + ", " + one.unit(), one));
        return byName;
    }

    private static List<String> otherConditions(Map<String, String> then, Map<String, String> now) {
        final Set<String> names = new TreeSet<>(then.keySet());
        names.addAll(now.keySet());
        names.remove("measured"); // when, which is never the same
        return names.stream()
                .filter(name -> !then.getOrDefault(name, "").equals(now.getOrDefault(name, "")))
                .map(name ->
                        name + ": " + then.getOrDefault(name, NOT_TOLD) + " -> " + now.getOrDefault(name, NOT_TOLD))
                .toList();
    }

    private static long count(List<Verdict> verdicts, Verdict verdict) {
        return verdicts.stream().filter(verdict::equals).count();
    }

    private static List<String> row(FigureChange change, Verdict verdict) {
        return List.of(
                change.after().name(),
                change.after().unit(),
                change.before().shown(),
                change.after().shown(),
                Measurement.number(change.ratio()),
                verdict.text());
    }
}
