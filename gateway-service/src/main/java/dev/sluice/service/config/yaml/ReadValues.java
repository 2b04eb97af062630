package dev.sluice.service.config.yaml;

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

    /**
     * The value of one key.
     *
     * @param content equal to another's if both mean the same
     * @param text to be shown; empty if it may be a secret
     * @param whileItRuns whether another one can take its place in a gateway that runs
     * @param section whether it stands for a section, by a name that a user gave, and all in it
     */
    public record Value(Object content, Optional<String> text, boolean whileItRuns, boolean section) {

        static final Value SECTION = new Value("", Optional.empty(), false, true);

        @Override
        public String toString() {
            return text.orElse("***"); // the content may be a secret
        }
    }

    public ReadValues {
        byPath = Collections.unmodifiableMap(new LinkedHashMap<>(byPath));
    }
}
