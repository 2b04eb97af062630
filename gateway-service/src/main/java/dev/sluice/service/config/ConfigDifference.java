package dev.sluice.service.config;

import dev.sluice.service.config.yaml.ReadValues;
import dev.sluice.service.config.yaml.ReadValues.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The keys that come to something else in another configuration. Comments, the order of keys and values that are written in another way
 * make none. Shows no secret, and nothing that came from the environment or another file.
 *
 * @param keys by their paths
 */
public record ConfigDifference(List<Key> keys) {

    /**
     * A key that differs.
     *
     * @param path such as {@code chunk.limit}; a section, such as {@code databases.crm}, that only one of them has is one
     * @param how in words, without the path
     * @param whileItRuns whether a gateway that runs can take the other value
     */
    public record Key(String path, String how, boolean whileItRuns) {

        @Override
        public String toString() {
            return path + " " + how;
        }
    }

    /** Compares what runs with what is to come. */
    public static ConfigDifference between(ReadValues running, ReadValues other) {
        final Set<String> paths = new TreeSet<>(running.byPath().keySet());
        paths.addAll(other.byPath().keySet());
        final List<Key> keys = new ArrayList<>();
        final Set<String> sections = new LinkedHashSet<>();
        for (final String path : paths) {
            final Optional<Value> from = find(running.byPath(), path);
            final Optional<Value> to = find(other.byPath(), path);
            if (!same(from, to) && sections.stream().noneMatch(path::startsWith)) {
                final Value one = from.or(() -> to).orElseThrow();
                if (one.section()) {
                    sections.add(path + ".");
                }
                keys.add(new Key(path, how(from, to), one.whileItRuns()));
            }
        }
        return new ConfigDifference(List.copyOf(keys));
    }

    /** By what they mean: the text may be another one for the same. */
    private static boolean same(Optional<Value> from, Optional<Value> to) {
        return from.map(Value::content).equals(to.map(Value::content));
    }

    private static Optional<Value> find(Map<String, Value> values, String path) {
        return Optional.ofNullable(values.get(path));
    }

    private static String how(Optional<Value> from, Optional<Value> to) {
        if (from.or(() -> to).orElseThrow().section()) {
            return from.isEmpty() ? "is new" : "is gone";
        }
        final Optional<String> before = text(from);
        final Optional<String> after = text(to);
        return before.isEmpty() || after.isEmpty() || before.equals(after)
                ? "differs"
                : "from " + before.get() + " to " + after.get();
    }

    private static Optional<String> text(Optional<Value> value) {
        return value.map(Value::text).orElse(Optional.of("what it is when left out"));
    }

    public boolean isEmpty() {
        return keys.isEmpty();
    }

    /** Whether a gateway that runs can take all of it. */
    public boolean whileItRuns() {
        return keys.stream().allMatch(Key::whileItRuns);
    }

    /** Those that a gateway that runs can take, or those for which it must be started again, in words. */
    public String words(boolean takenWhileItRuns) {
        return keys.stream()
                .filter(key -> key.whileItRuns() == takenWhileItRuns)
                .map(Key::toString)
                .collect(Collectors.joining("; "));
    }
}
