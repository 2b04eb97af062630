package dev.sluice.examples.demo;

import dev.sluice.examples.letters.LettersForm.Asking;
import dev.sluice.examples.letters.LettersReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The table at the end of the demo. It shows the figures of the job that used the gateway beside those of the same job that made
 * one lookup at a time without the gateway.
 */
final class FinalTable {

    /**
     * The figures of the letters job without the gateway.
     *
     * @param label the heading of the column with these figures
     * @param described how the job made its lookups, as part of the sentence that compares the times
     * @param rest whether the lookups went to REST services
     */
    record Baseline(String label, String described, boolean rest, LettersReport report) {

        static Baseline selects(LettersReport report) {
            return new Baseline("one at a time", "one at a time", false, report);
        }

        static Baseline gets(LettersReport report) {
            return new Baseline("one GET each", "with one GET for each", true, report);
        }

        long lookups() {
            return 2 * report.contracts();
        }

        long statements() {
            return lookups() + report.letters();
        }
    }

    private static final Function<Baseline, String> NOTHING = baseline -> "";

    private final List<Baseline> baselines;
    private final List<String> lines = new ArrayList<>();

    private FinalTable(List<Baseline> baselines) {
        this.baselines = baselines;
    }

    /** @param rest whether the gateway's lookups went to REST services */
    static List<String> lines(GatewayRun gateway, boolean rest, List<Baseline> baselines) {
        final FinalTable table = new FinalTable(baselines);
        table.fill(gateway, rest);
        return table.lines;
    }

    private void fill(GatewayRun gateway, boolean rest) {
        final LettersReport report = gateway.report();
        final Asking asking = gateway.asking();
        final GatewayRun.Summary summary = gateway.summary();
        row("", "gateway", Baseline::label);
        row("form", gateway.form().toString(), NOTHING);
        row("letters", count(report.letters()), other -> count(other.report().letters()));
        if (gateway.continued()) {
            row("contracts done by an earlier run", count(asking.doneBefore()), NOTHING);
            row("requests answered from history", count(asking.fromHistory()), NOTHING);
            row("requests asked in this run", count(asking.requests()), other -> count(other.statements()));
            row("results in this run", count(summary.results()), NOTHING);
        } else {
            row("requests asked", count(asking.requests()), other -> count(other.statements()));
        }
        row("failures", count(report.failures()), other -> count(other.report().failures()));
        if (rest) {
            row(
                    "calls to the services",
                    count(summary.readCalls()),
                    other -> other.rest() ? count(other.lookups()) : "0");
        }
        row(
                "calls to the database",
                count(rest ? summary.updateCalls() : summary.calls()),
                other -> count(other.rest() ? other.report().letters() : other.statements()));
        row("round trips", count(summary.trips()), other -> count(other.statements()));
        row("requests a call", ratio(summary.results(), summary.calls()), other -> "1.0");
        row("questions a call, equal ones once", ratio(summary.questions(), summary.calls()), other -> "1.0");
        row("chunks", count(summary.chunks()), NOTHING);
        row("chunk size, median / largest", "≤" + summary.medianChunk() + " / " + summary.largestChunk(), NOTHING);
        if (asking.questions() > 0) {
            row("questions asked a second", rate(asking.questions(), asking.questionsTook()), NOTHING);
            row("  microseconds each, contracts read", micros(asking.questionsTook(), asking.questions()), NOTHING);
        }
        row(
                "requests answered a second",
                rate(summary.results(), report.duration()),
                other -> rate(other.statements(), other.report().duration()));
        row(
                "seconds, gateway's start included",
                seconds(report.duration()),
                other -> seconds(other.report().duration()));
        if (gateway.continued()) {
            lines.add(gateway.form().continued());
            lines.add("This run continued an interrupted one, so its time is not the time of the whole job.");
        } else {
            baselines.forEach(other -> compare(report, other));
        }
    }

    private void compare(LettersReport report, Baseline baseline) {
        final LettersReport other = baseline.report();
        final double each = (double) report.duration().toNanos() / Math.max(1, report.contracts());
        final double eachOther = (double) other.duration().toNanos() / Math.max(1, other.contracts());
        final String than = baseline.described()
                + (other.contracts() < report.contracts()
                        ? String.format(
                                Locale.ROOT,
                                " (for %,d contracts: all %,d would take %.1f seconds)",
                                other.contracts(),
                                report.contracts(),
                                eachOther * report.contracts() / 1e9)
                        : "");
        final double times = eachOther / each;
        lines.add(
                times >= 1
                        ? String.format(
                                Locale.ROOT, "Through the gateway it was %.1f times as fast as %s.", times, than)
                        : String.format(
                                Locale.ROOT,
                                "Through the gateway it took %.1f times as long as %s: in a short run the start of the"
                                        + " gateway's JVM takes most of the time.",
                                1 / times,
                                than));
    }

    private void row(String label, String gateway, Function<Baseline, String> other) {
        final StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-36s %16s", label, gateway));
        baselines.forEach(baseline -> line.append(String.format(Locale.ROOT, " %16s", other.apply(baseline))));
        lines.add(line.toString().stripTrailing());
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String ratio(long number, long of) {
        return of == 0 ? "-" : String.format(Locale.ROOT, "%.1f", (double) number / of);
    }

    private static String rate(long number, Duration time) {
        return number == 0 || time.isZero() ? "-" : count(Math.round(number * 1e9 / time.toNanos()));
    }

    private static String micros(Duration time, long number) {
        return number == 0 ? "-" : String.format(Locale.ROOT, "%.2f", time.toNanos() / 1e3 / number);
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f", time.toNanos() / 1e9);
    }
}
