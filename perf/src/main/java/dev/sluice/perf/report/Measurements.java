package dev.sluice.perf.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the values of measurements, repetition by repetition. */
public final class Measurements {

    private record Key(String name, String unit) {}

    private final Map<String, Key> keys = new LinkedHashMap<>();
    private final Map<String, List<Double>> values = new LinkedHashMap<>();

    /** The value of one more repetition. */
    public void add(String name, String unit, double value) {
        keys.putIfAbsent(name, new Key(name, unit));
        values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
    }

    public Measurement get(String name) {
        if (!keys.containsKey(name)) {
            throw new IllegalArgumentException("Nothing was measured for '" + name + "', only for " + keys.keySet());
        }
        return new Measurement(name, keys.get(name).unit, values.get(name));
    }

    /** Nothing, if nothing was measured under that name. */
    public Optional<Measurement> find(String name) {
        return keys.containsKey(name) ? Optional.of(get(name)) : Optional.empty();
    }

    /** All, in the order of their first values. */
    public List<Measurement> all() {
        return keys.keySet().stream().map(this::get).toList();
    }
}
