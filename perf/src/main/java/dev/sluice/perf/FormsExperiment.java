package dev.sluice.perf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The forms in which a job may ask: what an item costs in each, how long a lone lookup takes, and the letters job through
 * the concurrent loop beside one SELECT at a time.
 */
final class FormsExperiment implements Experiment {

    private final FormCosts costs;
    private final LoneLookups lookups;
    private final LettersForms letters;

    FormsExperiment(FormCosts costs, LoneLookups lookups, LettersForms letters) {
        this.costs = costs;
        this.lookups = lookups;
        this.letters = letters;
    }

    @Override
    public String name() {
        return "forms";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Path directory = run.newDirectory("forms");
        try {
            final List<Part> parts = List.of(
                    costs.measure(run, directory), lookups.measure(run, directory), letters.measure(run, directory));
            final Map<String, String> conditions = run.conditions();
            final List<Measurement> measurements = new ArrayList<>();
            for (final Part part : parts) {
                conditions.putAll(part.conditions());
                measurements.addAll(part.measurements());
            }
            return new Report(
                    name(),
                    "the forms of a job beside each other, and beside one SELECT at a time",
                    conditions,
                    parts.stream().map(Part::table).toList(),
                    measurements);
        } finally {
            Run.delete(directory);
        }
    }
}
