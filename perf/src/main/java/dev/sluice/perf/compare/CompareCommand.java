package dev.sluice.perf.compare;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.ReportDirectory;
import dev.sluice.perf.report.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
        final PrintWriter out = spec.commandLine().getOut();
        try {
            final List<Changes> compared = compared();
            compared.forEach(one -> show(one, out));
            return compared.stream().anyMatch(one -> count(one, Verdict.WORSE) > 0) ? WORSE : 0;
        } catch (final IOException e) {
            spec.commandLine().getErr().println("sluice perf compare: " + e.getMessage());
            return UNREADABLE;
        }
    }

    private List<Changes> compared() throws IOException {
        final List<Report> then = ReportDirectory.read(before);
        final List<Changes> compared = new ArrayList<>();
        for (final Report now : ReportDirectory.read(after)) {
            final Optional<Report> old =
                    then.stream().filter(one -> one.name().equals(now.name())).findAny();
            old.ifPresent(was -> compared.add(Changes.between(was, now)));
        }
        if (compared.isEmpty()) {
            throw new IOException(before + " and " + after + " have no experiment in common");
        }
        return compared;
    }

    private void show(Changes changes, PrintWriter out) {
        out.println("## " + changes.experiment());
        changes.otherConditions().forEach(other -> out.println("- not the same: " + other));
        out.printf(Locale.ROOT, "- the machine's cores: %.2f times as slow%n", changes.machine());
        changes.onlyBefore().forEach(name -> out.println("- not measured any more: " + name));
        changes.onlyAfter().forEach(name -> out.println("- not measured before: " + name));
        out.printf(
                "- %d figures: %d worse, %d better, %d changed%n",
                changes.changes().size(),
                count(changes, Verdict.WORSE),
                count(changes, Verdict.BETTER),
                count(changes, Verdict.CHANGED));
        final List<List<String>> rows = changes.changes().stream()
                .filter(change -> all || told(verdict(changes, change)))
                .map(change -> row(change, verdict(changes, change)))
                .toList();
        if (!rows.isEmpty()) {
            out.println();
            out.print(new Table("Figures", List.of("what", "unit", "old", "new", "new to old", "verdict"), rows)
                    .markdown());
        }
        out.println();
        out.flush();
    }

    private static boolean told(Verdict verdict) {
        return verdict == Verdict.WORSE || verdict == Verdict.BETTER || verdict == Verdict.CHANGED;
    }

    private Verdict verdict(Changes changes, Change change) {
        return change.verdict(threshold / 100, changes.machine());
    }

    private long count(Changes changes, Verdict verdict) {
        return changes.changes().stream()
                .filter(change -> verdict(changes, change) == verdict)
                .count();
    }

    private static List<String> row(Change change, Verdict verdict) {
        return List.of(
                change.after().name(),
                change.after().unit(),
                change.before().shown(),
                change.after().shown(),
                Measurement.number(change.ratio()),
                verdict.text());
    }
}
