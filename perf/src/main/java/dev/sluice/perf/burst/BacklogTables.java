package dev.sluice.perf.burst;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/** What backlogs of several sizes took, as a table and plots. */
final class BacklogTables {

    static final Function<BacklogSample, OptionalDouble> WRITER_HEAP = sample ->
            sample.writerHeap().stream().mapToDouble(BacklogTables::megabytes).findFirst();
    static final Function<BacklogSample, OptionalDouble> HEAP = sample ->
            sample.gateway().stream().mapToDouble(one -> megabytes(one.heap())).findFirst();
    static final Function<BacklogSample, OptionalDouble> RESIDENT = sample -> sample.gateway().stream()
            .filter(one -> one.resident() >= 0)
            .mapToDouble(one -> megabytes(one.resident()))
            .findFirst();

    private static final double MEGABYTE = 1 << 20;

    private final Map<Long, List<BacklogSample>> passes;

    /** @param passes samples by the size of the backlog */
    BacklogTables(Map<Long, List<BacklogSample>> passes) {
        this.passes = passes;
    }

    static double megabytes(long bytes) {
        return bytes / MEGABYTE;
    }

    /** Requests answered a second while a backlog was drained. */
    static Measurement drains(List<BacklogSample> samples) {
        return new Measurement(
                "answered",
                "1/s",
                BacklogSample.rates(samples).stream()
                        .map(BacklogSample.Rate::perSecond)
                        .toList());
    }

    /** Requests written a second by a job that did nothing else. */
    static double writes(List<BacklogSample> samples) {
        final BacklogSample last = samples.stream()
                .filter(one -> one.writerHeap().isPresent())
                .reduce((first, second) -> second)
                .orElseThrow();
        return last.written() / last.seconds();
    }

    static double most(List<BacklogSample> samples, Function<BacklogSample, OptionalDouble> what) {
        return all(samples, what).stream().mapToDouble(one -> one).max().orElse(0);
    }

    private static List<Double> all(List<BacklogSample> samples, Function<BacklogSample, OptionalDouble> what) {
        return samples.stream().flatMap(one -> what.apply(one).stream().boxed()).toList();
    }

    void report(Findings findings) {
        final List<List<String>> rows = new ArrayList<>();
        passes.forEach((size, samples) -> {
            final String part = String.format("backlog of %,d", size);
            rows.add(List.of(
                    String.format("%,d", size),
                    shown(findings, part, new Measurement("written", "1/s", List.of(writes(samples)))),
                    shown(findings, part, drains(samples)),
                    shown(findings, part, new Measurement("heap of the job", "MB", all(samples, WRITER_HEAP))),
                    shown(findings, part, new Measurement("heap of the gateway", "MB", all(samples, HEAP))),
                    all(samples, RESIDENT).isEmpty()
                            ? ""
                            : shown(findings, part, new Measurement("resident, gateway", "MB", all(samples, RESIDENT))),
                    shown(
                            findings,
                            part,
                            new Measurement(
                                    "queue files",
                                    "MB",
                                    List.of(megabytes(
                                            samples.get(samples.size() - 1).fileBytes()))))));
        });
        findings.table(new Table(
                "Backlogs, written first and then drained: rates, and MB of memory (target: heap flat)",
                List.of(
                        "requests",
                        "written per second",
                        "answered per second",
                        "heap of the job",
                        "heap of the gateway",
                        "resident, gateway",
                        "queue files"),
                rows));
        findings.plot(BacklogPlots.heap(passes));
        findings.plot(BacklogPlots.rates(passes));
        passes.forEach((size, samples) -> BacklogPlots.overTime(
                        String.valueOf(size), String.format("a backlog of %,d, written and drained", size), samples)
                .forEach(findings::plot));
    }

    private static String shown(Findings findings, String part, Measurement measured) {
        return findings.measured(part, measured).shown();
    }
}
