package dev.sluice.service.config.yaml;

import dev.sluice.service.config.yaml.Keys.Key;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The values that a file gave its keys when it was read, by the keys' paths, such as {@code lookups.customer.sql}, with the defaults of
 * those that are left out. Immutable.
 *
 * @param byPath in the order in which they were read
 */
public record ReadValues(Map<String, Value> byPath) {

    /** How much of a value is shown. */
    private static final int SHOWN = 60;

    /**
     * The value of one key.
     *
     * @param content equal to another's if both mean the same
     * @param text to be shown; empty if it may be a secret
     * @param whileItRuns whether another one can take its place in a gateway that runs
     * @param section whether it stands for a section, by a name that a user gave, and all in it
     */
    public record Value(Object content, Optional<String> text, boolean whileItRuns, boolean section) {

        private static final Value SECTION = new Value("", Optional.empty(), false, true);

        @Override
        public String toString() {
            return text.orElse("***"); // the content may be a secret
        }
    }

    public ReadValues {
        byPath = Collections.unmodifiableMap(new LinkedHashMap<>(byPath));
    }

    /** Collects them while a file is read. */
    record Collected(Map<String, Value> byPath) {

        Collected() {
            this(new LinkedHashMap<>());
        }

        /** @param hidden whether it came from outside, where secrets do */
        void add(String path, Key<?> key, Object content, String written, boolean hidden) {
            final Optional<String> text =
                    hidden || key.format().secret() ? Optional.empty() : Optional.of(shortened(written));
            byPath.put(path, new Value(content, text, key.whileItRuns(), false));
        }

        /** A value by a name that the user gave, such as a header's, which may be a secret. */
        void addNamed(String path, Object content) {
            byPath.put(path, new Value(content, Optional.empty(), false, false));
        }

        void addSection(String path) {
            byPath.put(path, Value.SECTION);
        }

        /** Puts what it means in the place of what is written. */
        void replace(String path, Key<?> key, Object content) {
            final Value written = byPath.get(path);
            if (written == null) {
                add(path, key, content, content.toString(), false);
            } else {
                byPath.put(path, new Value(content, written.text(), key.whileItRuns(), false));
            }
        }
    }

    private static String shortened(String text) {
        final String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ");
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
    }
}
