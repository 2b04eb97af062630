package dev.sluice.perf.coalesce;

import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.report.Table;
import dev.sluice.perf.run.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Puts the figures together as they are shown. */
final class CoalesceReport {

    private static final List<String> COLUMNS = List.of(
            "way",
            "ms",
            "times as fast",
            "calls",
            "keys asked",
            "calls at once",
            "threads that ask",
            "CPU ms",
            "target ms",
            "document ms");

    private final CoalesceExperiment.Sizes sizes;
    private final Trials trials;
    private final List<Table> tables = new ArrayList<>();
    private final List<Plot> plots = new ArrayList<>();
    private final List<Measurement> ratios = new ArrayList<>();

    CoalesceReport(CoalesceExperiment.Sizes sizes, Trials trials) {
        this.sizes = sizes;
        this.trials = trials;
    }

    /** The main comparison; the first row is what the others are compared with. */
    void compare(List<MainComparison.Row> rows) {
        final Measurement first = trials.get(rows.get(0).name());
        final List<List<String>> shown = new ArrayList<>();
        for (final MainComparison.Row row : rows) {
            final Measurement ratio = first.over(trials.get(row.name()), row.name() + ", times as fast");
            ratios.add(ratio);
            shown.add(List.of(
                    row.name(),
                    trials.get(row.name()).shown(),
                    ratio.shown(),
                    counted(row.name() + Trials.CALLS),
                    counted(row.name() + Trials.KEYS),
                    counted(row.name() + Trials.AT_ONCE),
                    String.valueOf(row.threads()),
                    Measurement.number(trials.get(row.name() + Trials.CPU).median()),
                    row.target().isEmpty() ? "" : "at most " + row.target() + ", 10 times",
                    row.document()));
        }
        tables.add(new Table(
                String.format("%,d requests for %,d keys, calls of %s", sizes.requests(), sizes.keys(), sizes.delay()),
                COLUMNS,
                shown));
    }

    /** Counts are whole numbers. */
    private String counted(String name) {
        final Measurement counts = trials.get(name);
        return counts.min() == counts.max()
                ? String.format("%,d", (long) counts.min())
                : String.format("%,d-%,d", (long) counts.min(), (long) counts.max());
    }

    void add(Curves curves) {
        tables.add(curves.table());
        plots.add(curves.plot());
    }

    Report finish(Run run) {
        final Map<String, String> conditions = run.conditions();
        conditions.put(
                "service",
                "a JVM of its own: each call takes a time at random, in the same order for all, however many keys it asks"
                        + " (at most " + GatewaySettings.CALL_LIMIT
                        + "); no thread waits with it, so any number of calls are"
                        + " under way; it counts calls and keys itself");
        conditions.put(
                "requests",
                "the keys in turns, as in the document; new keys for each measurement, so that no cache knows them; time"
                        + " from the first request to the last answer");
        conditions.put(
                "gateway",
                "a JVM of its own, one service thread, no sync; one job thread writes the requests and reads the results"
                        + " in order; 'in flight': calls at a time. It is opened over new queues before each measurement, and asked once");
        conditions.put(
                "baselines",
                "in the job's JVM, all over one java.net.http client with HTTP/1.1 and kept connections; its threads come"
                        + " on top of those that ask, here as in the gateway (a selector and up to four)");
        conditions.put("CPU", "of the job's JVM and the gateways' together, without the service");
        conditions.put("checked", "each requester has the name of its own key, in every measurement");
        final List<Measurement> all = new ArrayList<>(trials.all());
        all.addAll(ratios);
        return new Report(
                "coalesce",
                "many requests for few keys of a service whose calls take their time",
                conditions,
                tables,
                all,
                plots);
    }
}
