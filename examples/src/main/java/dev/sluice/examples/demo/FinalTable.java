package dev.sluice.examples.demo;

import dev.sluice.examples.letters.LettersReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The figures of both jobs beside each other. */
final class FinalTable {

    private static final String FORMAT = "%-36s %16s %16s";

    private final List<String> lines = new ArrayList<>();

    private FinalTable() {}

    static List<String> lines(GatewayRun gateway, Optional<LettersReport> baseline) {
        final FinalTable table = new FinalTable();
        table.fill(gateway, baseline);
        return table.lines;
    }

    private void fill(GatewayRun gateway, Optional<LettersReport> baseline) {
        final LettersReport report = gateway.report();
        final GatewaySummary summary = gateway.summary();
        row("", "gateway", baseline.map(other -> "one at a time"));
        row("letters", count(report.letters()), baseline.map(other -> count(other.letters())));
        row("requests", count(gateway.requests()), baseline.map(other -> count(statements(other))));
        if (gateway.requestsNow() < gateway.requests()) {
            row("  of them asked in this run", count(gateway.requestsNow()), Optional.empty());
            row("  answered in this run", count(summary.results()), Optional.empty());
        }
        row("failures", count(report.failures()), baseline.map(other -> count(other.failures())));
        row("calls to the database", count(summary.calls()), baseline.map(other -> count(statements(other))));
        row("round trips", count(summary.trips()), baseline.map(other -> count(statements(other))));
        row("requests a call", ratio(summary.results(), summary.calls()), baseline.map(other -> "1.0"));
        row("questions a call, equal ones once", ratio(summary.questions(), summary.calls()), baseline.map(o -> "1.0"));
        row("chunks", count(summary.chunks()), Optional.empty());
        row(
                "chunk size, median / largest",
                "≤" + summary.medianChunk() + " / " + summary.largestChunk(),
                Optional.empty());
        row("questions asked a second", rate(gateway.questionsNow(), gateway.asking()), Optional.empty());
        row("  microseconds each, contracts read", micros(gateway.asking(), gateway.questionsNow()), Optional.empty());
        row("requests answered a second", rate(summary.results(), report.duration()), baseline.map(this::answered));
        row(
                "seconds, gateway's start included",
                seconds(report.duration()),
                baseline.map(other -> seconds(other.duration())));
        if (gateway.requestsNow() < gateway.requests()) {
            lines.add("This run went on with an interrupted one: its time is not that of the whole job.");
        } else {
            baseline.ifPresent(other -> compare(report, other));
        }
    }

    private void compare(LettersReport report, LettersReport other) {
        final double each = (double) report.duration().toNanos() / Math.max(1, report.contracts());
        final double eachOther = (double) other.duration().toNanos() / Math.max(1, other.contracts());
        final String scaled = other.contracts() < report.contracts()
                ? String.format(
                        Locale.ROOT,
                        " (one at a time for %,d contracts: all %,d would take %.1f seconds)",
                        other.contracts(),
                        report.contracts(),
                        eachOther * report.contracts() / 1e9)
                : "";
        final double times = eachOther / each;
        lines.add(
                times >= 1
                        ? String.format(Locale.ROOT, "Through the gateway it was %.1f times as fast%s.", times, scaled)
                        : String.format(
                                Locale.ROOT,
                                "Through the gateway it took %.1f times as long%s: short runs show the start of its JVM.",
                                1 / times,
                                scaled));
    }

    private String answered(LettersReport other) {
        return rate(statements(other), other.duration());
    }

    private static long statements(LettersReport other) {
        return 2 * other.contracts() + other.letters();
    }

    private void row(String label, String gateway, Optional<String> baseline) {
        lines.add(String.format(Locale.ROOT, FORMAT, label, gateway, baseline.orElse(""))
                .stripTrailing());
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
