package dev.sluice.faults.kill.growth;

import dev.sluice.faults.kill.growth.Usage.Series;
import dev.sluice.internal.text.TextTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Judges the growth in a run.
 *
 * @param quarter the usage after the first quarter of the run, which is warm-up
 * @param end the usage of the same processes at the end
 * @param run the duration of the run
 */
public record Growth(Usage quarter, Usage end, Duration run) {

    /**
     * The shortest run that is judged. A shorter run would still warm up after its first quarter, and a leak would stay below the
     * limits.
     */
    public static final Duration SHORTEST = Duration.ofMinutes(10);

    /** Returns the series that grew more than allowed; none for a run that is too short to be judged. */
    public List<String> found() {
        return run.compareTo(SHORTEST) < 0
                ? List.of()
                : quarter.values().keySet().stream()
                        .filter(series -> more(series) > series.measure().allowed())
                        .map(Series::toString)
                        .toList();
    }

    private long more(Series series) {
        return end.values().get(series) - quarter.values().get(series);
    }

    /** Returns a table of the measurements, and the judgement, as lines for people. */
    public List<String> lines() {
        final TextTable table = new TextTable("what", "at a quarter", "at the end", "more", "allowed");
        for (final Map.Entry<Series, Long> value : quarter.values().entrySet()) {
            final Series series = value.getKey();
            final Measure measure = series.measure();
            table.add(
                    series.toString(),
                    number(measure.shown(value.getValue())),
                    number(measure.shown(end.values().get(series))),
                    number(measure.shown(more(series))),
                    number(measure.shown(measure.allowed())));
        }
        final List<String> lines = new ArrayList<>(table.text().lines().toList());
        if (run.compareTo(SHORTEST) < 0) {
            lines.add("growth is not judged, because this run took less than " + SHORTEST.toMinutes() + " minutes");
        } else if (found().isEmpty()) {
            lines.add("nothing grew beyond what is allowed");
        } else {
            lines.add("grew beyond what is allowed: " + String.join("; ", found()));
        }
        return lines;
    }

    private static String number(double value) {
        final double tenths = Math.round(value * 10) / 10.0;
        return String.format(Locale.ROOT, tenths == Math.rint(tenths) ? "%.0f" : "%.1f", tenths);
    }
}
