package dev.sluice.perf.burst;

import dev.sluice.perf.report.Plot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Curves of backlogs. */
final class BacklogPlots {

    private BacklogPlots() {}

    /** The heaps by the size of the backlog at that time. */
    static Plot heap(Map<Long, List<BacklogSample>> passes) {
        final List<Plot.Curve> curves = new ArrayList<>();
        passes.forEach((size, samples) -> {
            curves.add(byBacklog(String.format("job, %,d", size), samples, BacklogTables.WRITER_HEAP));
            curves.add(byBacklog(String.format("gateway, %,d", size), samples, BacklogTables.HEAP));
        });
        return new Plot(
                "burst-heap-by-backlog",
                "heap in use while a backlog grows, and while it shrinks",
                Plot.Axis.log("requests waiting"),
                Plot.Axis.linear("MB after a collection"),
                curves);
    }

    private static Plot.Curve byBacklog(
            String name, List<BacklogSample> samples, Function<BacklogSample, OptionalDouble> what) {
        return new Plot.Curve(
                name,
                samples.stream()
                        .filter(one -> one.backlog() > 0 && what.apply(one).isPresent())
                        .sorted(Comparator.comparingLong(BacklogSample::backlog))
                        .map(one -> Plot.Point.of(one.backlog(), what.apply(one).getAsDouble()))
                        .toList());
    }

    /** How fast a gateway is by the size of what waits; the first stretch holds the start of its JVM. */
    static Plot rates(Map<Long, List<BacklogSample>> passes) {
        final List<Plot.Curve> curves = new ArrayList<>();
        passes.forEach((size, samples) -> curves.add(new Plot.Curve(
                String.format("backlog of %,d", size),
                BacklogSample.rates(samples).stream()
                        .filter(one -> one.end().backlog() > 0)
                        .sorted(Comparator.comparingLong(one -> one.end().backlog()))
                        .map(one -> Plot.Point.of(one.end().backlog(), one.perSecond()))
                        .toList())));
        return new Plot(
                "burst-rate-by-backlog",
                "throughput of the gateway while a backlog shrinks",
                Plot.Axis.log("requests waiting"),
                Plot.Axis.linear("answered per second"),
                curves);
    }

    /** The backlog, and what it takes, from the first request to the last result. */
    static List<Plot> overTime(String name, String title, List<BacklogSample> samples) {
        final Plot.Axis seconds = Plot.Axis.linear("seconds");
        return List.of(
                new Plot(
                        "burst-time-requests-" + name,
                        title + ": requests",
                        seconds,
                        Plot.Axis.linear("requests"),
                        List.of(
                                inTime("written", samples, BacklogSample::written),
                                inTime("answered", samples, BacklogSample::answered),
                                inTime("waiting", samples, BacklogSample::backlog))),
                new Plot(
                        "burst-time-memory-" + name,
                        title + ": memory and disk",
                        seconds,
                        Plot.Axis.log("MB"),
                        List.of(
                                present("heap of the job", samples, BacklogTables.WRITER_HEAP),
                                present("heap of the gateway", samples, BacklogTables.HEAP),
                                present("resident, gateway", samples, BacklogTables.RESIDENT),
                                inTime("queue files", samples, one -> BacklogTables.megabytes(one.fileBytes())))));
    }

    private static Plot.Curve inTime(String name, List<BacklogSample> samples, ToDoubleFunction<BacklogSample> what) {
        return present(name, samples, one -> OptionalDouble.of(what.applyAsDouble(one)));
    }

    private static Plot.Curve present(
            String name, List<BacklogSample> samples, Function<BacklogSample, OptionalDouble> what) {
        return new Plot.Curve(
                name,
                samples.stream()
                        .filter(one -> what.apply(one).isPresent())
                        .map(one -> Plot.Point.of(one.seconds(), what.apply(one).getAsDouble()))
                        .toList());
    }
}
