package dev.sluice.perf.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The report of an experiment.
 *
 * @param name the experiment
 * @param title what it compares, in one line
 * @param conditions machine, versions, sizes: whatever the figures depend on, in the order shown
 * @param tables the figures as shown
 * @param measurements the figures behind them, every repetition
 * @param plots of the same figures
 */
public record Report(
        String name,
        String title,
        Map<String, String> conditions,
        List<Table> tables,
        List<Measurement> measurements,
        List<Plot> plots) {

    public Report {
        conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
        tables = List.copyOf(tables);
        measurements = List.copyOf(measurements);
        plots = List.copyOf(plots);
    }

    /** The whole report as text. */
    public String markdown() {
        final StringBuilder text = new StringBuilder("## ");
        text.append(name).append(": ").append(title).append("\n\n");
        conditions.forEach((key, value) ->
                text.append("- ").append(key).append(": ").append(value).append('\n'));
        tables.forEach(table -> text.append('\n').append(table.markdown()));
        plots.forEach(plot -> text.append(String.format("%n![%s](%s.svg)%n", plot.title(), plot.name())));
        return text.toString();
    }
}
