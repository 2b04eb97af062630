package dev.sluice.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the values of measurements, repetition by repetition. Not thread-safe. */
public final class Measurements {

    private final Map<String, String> units = new LinkedHashMap<>();
    private final Map<String, List<Double>> values = new LinkedHashMap<>();

    /** Adds the value of one more repetition. */
    public void add(String name, String unit, double value) {
        units.putIfAbsent(name, unit);
        values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
    }

    public Measurement get(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "Nothing was measured for '" + name + "', only for " + units.keySet()));
    }

    /** Returns the measurement with the given name, or empty if there is none. */
    public Optional<Measurement> find(String name) {
        return Optional.ofNullable(values.get(name)).map(all -> new Measurement(name, units.get(name), all));
    }

    /** Returns the measurement with the given name, or an empty string, which is shown as an empty cell. */
    public Object cell(String name) {
        return find(name).map(Object.class::cast).orElse("");
    }

    /** Returns all measurements, in the order in which their first values were added. */
    public List<Measurement> all() {
        return units.keySet().stream().map(this::get).toList();
    }
}
