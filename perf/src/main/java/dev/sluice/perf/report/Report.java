package dev.sluice.perf.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The report of an experiment.
 *
 * @param name the name of the experiment
 * @param title what the experiment compares, in one line
 * @param conditions everything that the figures depend on, such as machine, versions and sizes, in the order shown
 * @param tables the tables with the formatted figures
 * @param measurements the underlying figures with the values of all repetitions
 * @param plots the plots of these figures
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

    /** Returns the whole report as Markdown. */
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
