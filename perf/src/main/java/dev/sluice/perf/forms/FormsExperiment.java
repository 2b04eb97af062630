package dev.sluice.perf.forms;

import dev.sluice.perf.report.Part;
import dev.sluice.perf.report.Report;
import dev.sluice.perf.run.Experiment;
import dev.sluice.perf.run.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The forms in which a job may ask: what an item costs in each, how long a lone lookup takes, and the letters job through
 * the concurrent loop beside one SELECT at a time.
 */
public final class FormsExperiment implements Experiment {

    private final List<Measuring> measurings;

    public FormsExperiment(List<Measuring> measurings) {
        this.measurings = List.copyOf(measurings);
    }

    /** A part to be measured. */
    @FunctionalInterface
    public interface Measuring {
        /** Measures it; files go below that directory. */
        Part measure(Run run, Path directory) throws Exception;
    }

    @Override
    public String name() {
        return "forms";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Path directory = run.newDirectory("forms");
        try {
            final List<Part> parts = new ArrayList<>();
            for (final Measuring measuring : measurings) {
                parts.add(measuring.measure(run, directory));
            }
            final Map<String, String> conditions = run.conditions();
            parts.forEach(part -> conditions.putAll(part.conditions()));
            return new Report(
                    name(),
                    "the forms of a job beside each other, and beside one SELECT at a time",
                    conditions,
                    parts.stream().map(Part::table).toList(),
                    parts.stream().flatMap(part -> part.measurements().stream()).toList());
        } finally {
            Run.delete(directory);
        }
    }
}
