package dev.sluice.perf.lab;

import dev.sluice.perf.report.Measurement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A size of an experiment, declared once: an option of its command, with a value for each kind of run.
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

    public static final String AUTO = "auto";

    private static final String OFF = "false";

    /** A number from 1 on. */
    public static Size<Integer> count(String option, String full, String quick, String smoke, String description) {
        return new Size<>(option, full, quick, smoke, Size::count, description);
    }

    /** A number from 1 on, or auto. */
    public static Size<OptionalInt> countOrAuto(String option, String all, String smoke, String description) {
        return new Size<>(
                option,
                all,
                all,
                smoke,
                text -> text.equals(AUTO) ? OptionalInt.empty() : OptionalInt.of(count(text)),
                description);
    }

    /** Numbers from 1 on, in ascending order. */
    public static Size<List<Integer>> counts(
            String option, String full, String quick, String smoke, String description) {
        return new Size<>(
                option, full, quick, smoke, text -> List.copyOf(new TreeSet<>(each(text, Size::count))), description);
    }

    /** A time with its unit: 1ms or 500us. */
    public static Size<Duration> latency(String option, String all, String description) {
        return new Size<>(option, all, all, all, Size::latency, description);
    }

    /** Times with their units. */
    public static Size<List<Duration>> latencies(
            String option, String full, String quick, String smoke, String description) {
        return new Size<>(option, full, quick, smoke, text -> each(text, Size::latency), description);
    }

    /** Any text. */
    public static Size<String> text(String option, String all, String description) {
        return new Size<>(option, all, all, all, text -> text, description);
    }

    /** An option without a value. */
    public static Size<Boolean> flag(String option, String description) {
        return new Size<>(option, OFF, OFF, OFF, Boolean::valueOf, description);
    }

    /** Some constants of an enum; their order is that of the enum. */
    public static <E extends Enum<E>> Size<Set<E>> choice(
            Class<E> type, String option, String full, String quick, String smoke, String description) {
        final String all = shown(EnumSet.allOf(type));
        return new Size<>(
                option,
                full.isEmpty() ? all : full,
                quick.isEmpty() ? all : quick,
                smoke.isEmpty() ? all : smoke,
                text -> new TreeSet<E>(each(text, one -> constant(type, one))),
                description + ", of " + all);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String text) {
        return Arrays.stream(type.getEnumConstants())
                .filter(one -> one.name().equalsIgnoreCase(text))
                .findAny()
                .orElseThrow(
                        () -> new IllegalArgumentException("'" + text + "' is none of " + shown(EnumSet.allOf(type))));
    }

    private static String shown(Set<? extends Enum<?>> constants) {
        return constants.stream()
                .map(one -> one.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(","));
    }

    private static <T> List<T> each(String text, Function<String, T> reader) {
        return Arrays.stream(text.split(",")).map(reader).toList();
    }

    private static int count(String text) {
        if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < 1) {
            throw new IllegalArgumentException("'" + text + "' is no number from 1 on");
        }
        return Integer.parseInt(text);
    }

    private static Duration latency(String text) {
        if (!text.matches("[0-9]{1,6}(ms|us)")) {
            throw new IllegalArgumentException("'" + text + "' is no latency: 1ms and 500us are");
        }
        final long number = Long.parseLong(text.substring(0, text.length() - 2));
        return text.endsWith("ms") ? Duration.ofMillis(number) : Duration.ofNanos(number * 1_000);
    }

    /** A latency in milliseconds, as a report shows it. */
    public static String millis(Duration latency) {
        return Measurement.number(latency.toNanos() / 1e6).replaceAll("\\.?0+$", "") + " ms";
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
