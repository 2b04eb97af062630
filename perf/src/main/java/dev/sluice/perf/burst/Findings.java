package dev.sluice.perf.burst;

import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Plot;
import dev.sluice.perf.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the parts of the experiment found so far. One thread. */
final class Findings {

    private final Map<String, String> conditions = new LinkedHashMap<>();
    private final List<Table> tables = new ArrayList<>();
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<Plot> plots = new ArrayList<>();

    void condition(String name, String value) {
        conditions.put(name, value);
    }

    void table(Table table) {
        tables.add(table);
    }

    /** Keeps it, with what tells it from those of other parts before its name; gives it back as it is. */
    Measurement measured(String part, Measurement measured) {
        measurements.add(new Measurement(part + ": " + measured.name(), measured.unit(), measured.values()));
        return measured;
    }

    void plot(Plot plot) {
        plots.add(plot);
    }

    Map<String, String> conditions() {
        return conditions;
    }

    List<Table> tables() {
        return tables;
    }

    List<Measurement> measurements() {
        return measurements;
    }

    List<Plot> plots() {
        return plots;
    }
}
