package dev.sluice.faults.soak.measure;

import dev.sluice.faults.soak.measure.Samples.Series;
import dev.sluice.faults.soak.measure.Trend.Point;
import dev.sluice.internal.text.TextTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The verdicts on all series whose subject lived for most of a run. Immutable. */
public final class Judgement {

    /** From then on a run must be able to tell. */
    private static final Duration LONG = Duration.ofMinutes(30);

    private static final double NANOS_PER_HOUR = Duration.ofHours(1).toNanos();

    private record Row(Series series, Optional<Trend> trend, Verdict verdict) {}

    private final Duration run;
    private final List<Row> rows = new ArrayList<>();
    private int passing;

    /** Judges what was sampled in a run that worked for that long. */
    public Judgement(Map<Series, List<Point>> samples, Duration run) {
        this.run = run;
        samples.forEach((series, points) -> {
            final double hours =
                    points.get(points.size() - 1).hours() - points.get(0).hours();
            if (hours * NANOS_PER_HOUR < run.toNanos() / 2.0) {
                passing++;
            } else {
                final Optional<Trend> trend = Trend.of(points);
                rows.add(new Row(
                        series, trend, Verdict.of(trend, series.measure().allowed())));
            }
        });
    }

    /** Returns the series that grow, and in a long run those of which nobody can tell, in words. */
    public List<String> findings() {
        return rows.stream()
                .filter(row -> row.verdict == Verdict.GROWS || row.verdict == Verdict.OPEN && run.compareTo(LONG) >= 0)
                .map(row -> row.series.subject() + ": " + row.series.measure() + ": " + row.verdict)
                .toList();
    }

    /** Returns the table of all verdicts, and what they cannot say. */
    public String text() {
        final TextTable table =
                new TextTable("series", "first", "last", "slope an hour", "interval of 99 %", "allowed", "verdict");
        for (final Row row : rows) {
            final Measure measure = row.series.measure();
            final String name =
                    row.series.subject() + ": " + measure + (measure.unit().isEmpty() ? "" : ", " + measure.unit());
            if (row.trend.isPresent()) {
                final Trend trend = row.trend.get();
                table.add(
                        name,
                        number(trend.first()),
                        number(trend.last()),
                        signed(trend.slope()),
                        signed(trend.low()) + " to " + signed(trend.high()),
                        number(measure.allowed()),
                        row.verdict.toString());
            } else {
                table.add(name, "", "", "", "too few samples", number(measure.allowed()), row.verdict.toString());
            }
        }
        return table.text() + limits();
    }

    private String limits() {
        final StringBuilder text = new StringBuilder();
        if (passing > 0) {
            text.append(passing)
                    .append(" series of processes that lived for less than half of the run are not judged.\n");
        }
        if (run.compareTo(Duration.ofHours(1)) < 0) {
            text.append("This run sees in ")
                    .append(run.toSeconds())
                    .append(" s leaks that add an hour's allowance within them, and no slower ones:")
                    .append(" 'within bounds' says no more, and 'flat' is the projection of what it saw.\n");
        }
        return text.toString();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String signed(double value) {
        return String.format(Locale.ROOT, "%+.1f", value);
    }
}
