package dev.sluice.faults.kill.growth;

import dev.sluice.faults.kill.growth.Usage.Series;
import dev.sluice.internal.text.TextTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The judgement of what grew in a run.
 *
 * @param quarter the usage after a quarter of it, which is warm-up
 * @param end the usage of the same at its end
 * @param run how long it took
 */
public record Growth(Usage quarter, Usage end, Duration run) {

    /** A shorter run still warms up after its quarter, and a leak adds less than what is allowed. */
    public static final Duration SHORTEST = Duration.ofMinutes(10);

    /** Returns what there is more of than is allowed, in words; nothing for a run that is too short to be judged. */
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

    /** Returns the table of what was read, and the judgement, as lines for people. */
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
            lines.add("growth is judged in runs of " + SHORTEST.toMinutes() + " minutes and more, and not in this one");
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
