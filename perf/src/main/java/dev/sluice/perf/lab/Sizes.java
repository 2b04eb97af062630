package dev.sluice.perf.lab;

import java.util.Map;

/**
 * The sizes of a run: those that the command line gives, and for the rest those of the kind of run.
 *
 * @param given values by the names of their options
 */
public record Sizes(Kind kind, Map<String, String> given) {

    /** How large a run is. */
    public enum Kind {
        FULL,
        QUICK,
        /** The smallest: whether everything runs, and every answer is right. */
        SMOKE
    }

    /** @throws IllegalArgumentException if what was given is no value of that size */
    <T> T of(Size<T> size) {
        final String own = switch (kind) {
            case FULL -> size.full();
            case QUICK -> size.quick();
            case SMOKE -> size.smoke();
        };
        return size.read(given.getOrDefault(size.option(), own));
    }
}
