package dev.sluice.perf.lab;

import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A size of an experiment: an option of its command, with a value for each kind of run; {@link Sizes} declares it.
 *
 * @param option its name on the command line, without hyphens
 * @param full the value of a full run, as the command line has it
 * @param quick the value with {@code --quick}
 * @param smoke the value with {@code --smoke}
 * @param reader makes a value of a text, or throws an {@link IllegalArgumentException} that says what it wants
 * @param description what the size is; the option's help adds the values
 */
public record Size<T>(
        String option, String full, String quick, String smoke, Function<String, T> reader, String description) {

    static final String OFF = "false";

    /** The size of a run. */
    public enum Kind {
        FULL,
        QUICK,
        /** The smallest: whether everything runs, and every answer is right. */
        SMOKE
    }

    String of(Kind kind) {
        return switch (kind) {
            case FULL -> full;
            case QUICK -> quick;
            case SMOKE -> smoke;
        };
    }

    /** The value that a text stands for. */
    T read(String text) {
        try {
            return reader.apply(text);
        } catch (final IllegalArgumentException e) {
            throw new IllegalArgumentException("--" + option + " " + text + ": " + e.getMessage(), e);
        }
    }

    /** The option of the command. */
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
