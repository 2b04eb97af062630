package dev.sluice.perf.lab;

import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A size of an experiment, for example the number of requests. It is an option of the experiment's command, and has a default
 * value for each kind of run. Sizes are declared with {@link Sizes}.
 *
 * @param option the name of the option, without hyphens
 * @param full the default of a full run, written as on the command line
 * @param quick the default with {@code --quick}
 * @param smoke the default with {@code --smoke}
 * @param reader parses a value, or throws an {@link IllegalArgumentException} that says what is expected
 * @param description the meaning of the size; the defaults are appended to it in the option's help
 */
public record Size<T>(
        String option, String full, String quick, String smoke, Function<String, T> reader, String description) {

    static final String OFF = "false";

    /** The kinds of run, from the largest sizes to the smallest. */
    public enum Kind {
        FULL,
        QUICK,
        /** The smallest kind, which only checks that everything runs and that every answer is right. */
        SMOKE
    }

    String of(Kind kind) {
        return switch (kind) {
            case FULL -> full;
            case QUICK -> quick;
            case SMOKE -> smoke;
        };
    }

    /** Parses a value. */
    T read(String text) {
        try {
            return reader.apply(text);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException("--" + option + " " + text + ": " + e.getMessage(), e);
        }
    }

    /** Returns the option of the command. */
    OptionSpec asOption() {
        final OptionSpec.Builder built = OptionSpec.builder("--" + option);
        return full.equals(OFF)
                ? built.arity("0")
                        .type(boolean.class)
                        .description(description + ".")
                        .build()
                : built.type(String.class)
                        .paramLabel("VALUE")
                        .description(description + "; " + values() + ".")
                        .build();
    }

    private String values() {
        final List<String> all = List.of(full, quick, smoke);
        return Collections.frequency(all, full) == all.size()
                ? full + " by default"
                : full + " by default, " + quick + " with --quick, " + smoke + " with --smoke";
    }
}
