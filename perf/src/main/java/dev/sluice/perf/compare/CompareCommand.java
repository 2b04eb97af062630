package dev.sluice.perf.compare;

import dev.sluice.perf.compare.FigureChange.Trend;
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
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code compare}. */
@Command(
        name = "compare",
        description = {
            "Compares two reports, and shows which figures became worse or better.",
            "A figure counts as changed if all its values in one report are above all values in the other, and if the"
                    + " medians differ by more than the threshold. For figures that are not ratios, a slower machine is"
                    + " taken into account."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no figure is worse", "1:a figure is worse", "2:wrong arguments, or a file without a report"})
public final class CompareCommand implements Callable<Integer> {

    private static final int WORSE = 1;
    private static final int UNREADABLE = 2;

    @Parameters(paramLabel = "OLD", description = "The older report: report.json, or the JSON file of one experiment.")
    private Path before;

    @Parameters(paramLabel = "NEW", description = "The newer report, also report.json or the file of one experiment.")
    private Path after;

    @Option(
            names = "--threshold",
            paramLabel = "PERCENT",
            defaultValue = "10",
            description = "Smaller changes count as noise; ${DEFAULT-VALUE} by default.")
    private double threshold;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try {
            final Map<String, Report> then =
                    ReportDirectory.read(before).stream().collect(Collectors.toMap(Report::name, report -> report));
            final List<Report> both = ReportDirectory.read(after).stream()
                    .filter(now -> then.containsKey(now.name()))
                    .toList();
            if (both.isEmpty()) {
                throw new IOException(before + " and " + after + " have no experiment in common");
            }
            boolean worse = false;
            for (final Report now : both) {
                worse |= becameWorse(then.get(now.name()), now);
            }
            return worse ? WORSE : 0;
        } catch (final IOException e) {
            spec.commandLine().getErr().println("sluice perf compare: " + e.getMessage());
            return UNREADABLE;
        }
    }

    /** Prints the changes of one experiment. Returns whether one of its figures became worse. */
    private boolean becameWorse(Report then, Report now) {
        final PrintWriter out = spec.commandLine().getOut();
        out.println("## " + now.name());
        differences(then.conditions(), now.conditions()).forEach(other -> out.println("- not the same: " + other));
        final Map<String, Measurement> old = byName(then);
        final List<FigureChange> changes = new ArrayList<>();
        byName(now)
                .forEach((name, measured) -> Optional.ofNullable(old.remove(name))
                        .ifPresentOrElse(
                                same -> changes.add(new FigureChange(same, measured)),
                                () -> out.println("- not measured before: " + name)));
        old.keySet().forEach(name -> out.println("- not measured any more: " + name));
        final double machine = changes.stream()
                .filter(change -> change.after().name().equals(Calibration.CORES))
                .mapToDouble(FigureChange::ratio)
                .findAny()
                .orElse(1);
        out.printf(Locale.ROOT, "- the machine's cores: %.2f times as slow%n", machine);
        final Map<Trend, List<FigureChange>> verdicts = new TreeMap<>(
                changes.stream().collect(Collectors.groupingBy(change -> change.verdict(threshold / 100, machine))));
        out.println("- figures: " + changes.size());
        verdicts.forEach((verdict, which) -> out.println("- " + which.size() + " " + verdict.text()));
        final List<List<String>> rows = Stream.of(Trend.WORSE, Trend.BETTER, Trend.CHANGED)
                .flatMap(verdict ->
                        verdicts.getOrDefault(verdict, List.of()).stream().map(change -> row(change, verdict)))
                .toList();
        if (!rows.isEmpty()) {
            out.println();
            out.print(new Table("Figures", List.of("what", "unit", "old", "new", "new to old", "verdict"), rows)
                    .markdown());
        }
        out.println();
        out.flush();
        return verdicts.containsKey(Trend.WORSE);
    }

    private static Map<String, Measurement> byName(Report report) {
        final Map<String, Measurement> byName = new LinkedHashMap<>();
        report.measurements().forEach(one -> byName.put(one.name() + ", " + one.unit(), one));
        return byName;
    }

    private static List<String> differences(Map<String, String> then, Map<String, String> now) {
        return Stream.concat(then.keySet().stream(), now.keySet().stream())
                .distinct()
                .filter(name -> !name.equals("measured")) // the time of the measurement always differs
                .map(name -> List.of(name, then.getOrDefault(name, "not given"), now.getOrDefault(name, "not given")))
                .filter(all -> !all.get(1).equals(all.get(2)))
                .map(all -> all.get(0) + ": " + all.get(1) + " -> " + all.get(2))
                .toList();
    }

    private static List<String> row(FigureChange change, Trend verdict) {
        return List.of(
                change.after().name(),
                change.after().unit(),
                change.before().shown(),
                change.after().shown(),
                Measurement.number(change.ratio()),
                verdict.text());
    }
}
