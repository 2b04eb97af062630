package dev.sluice.perf.lab;

import dev.sluice.perf.report.Measurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The sizes of an experiment. Each size has an option, a help text, and defaults for a full, a quick and a smoke run. */
public final class Sizes {

    private final List<Size<?>> all = new ArrayList<>();

    List<Size<?>> all() {
        return all;
    }

    public <T> Size<T> of(
            String option, String full, String quick, String smoke, Function<String, T> reader, String description) {
        final Size<T> size = new Size<>(option, full, quick, smoke, reader, description);
        all.add(size);
        return size;
    }

    /** Declares a number that is at least 1. */
    public Size<Integer> count(String option, String full, String quick, String smoke, String description) {
        return of(option, full, quick, smoke, Sizes::readCount, description);
    }

    /** Declares a list of numbers that are at least 1. Duplicates are dropped, and the numbers are sorted in ascending order. */
    public Size<List<Integer>> counts(String option, String full, String quick, String smoke, String description) {
        return of(
                option,
                full,
                quick,
                smoke,
                text -> List.copyOf(new TreeSet<>(each(text, Sizes::readCount))),
                description);
    }

    /** Declares a list of times with units, for example 1ms or 500us. */
    public Size<List<Duration>> latencies(String option, String full, String quick, String smoke, String description) {
        return of(option, full, quick, smoke, text -> each(text, Sizes::readLatency), description);
    }

    /** Declares a string with the same default for all kinds of run. */
    public Size<String> text(String option, String all, String description) {
        return of(option, all, all, all, text -> text, description);
    }

    /** Declares an option without a value. */
    public Size<Boolean> flag(String option, String description) {
        return of(option, Size.OFF, Size.OFF, Size.OFF, Boolean::valueOf, description);
    }

    /** Declares a set of constants of an enum. The set keeps the order of the enum; an empty default means all constants. */
    public <E extends Enum<E>> Size<Set<E>> choice(
            Class<E> type, String option, String full, String quick, String smoke, String description) {
        final String names = EnumSet.allOf(type).stream()
                .map(one -> one.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(","));
        return of(
                option,
                full.isEmpty() ? names : full,
                quick.isEmpty() ? names : quick,
                smoke.isEmpty() ? names : smoke,
                text -> new TreeSet<E>(each(
                        text,
                        one -> EnumSet.allOf(type).stream()
                                .filter(constant -> constant.name().equalsIgnoreCase(one))
                                .findAny()
                                .orElseThrow(() -> new IllegalArgumentException("'" + one + "' is none of " + names)))),
                description + ", of " + names);
    }

    private static <T> List<T> each(String text, Function<String, T> reader) {
        return Arrays.stream(text.split(",")).map(reader).toList();
    }

    private static int readCount(String text) {
        if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < 1) {
            throw new IllegalArgumentException("'" + text + "' is not a number of at least 1");
        }
        return Integer.parseInt(text);
    }

    private static Duration readLatency(String text) {
        if (!text.matches("[0-9]{1,6}(ms|us)")) {
            throw new IllegalArgumentException("'" + text + "' is not a latency such as 1ms or 500us");
        }
        final long number = Long.parseLong(text.substring(0, text.length() - 2));
        return text.endsWith("ms") ? Duration.ofMillis(number) : Duration.ofNanos(number * 1_000);
    }

    /** Returns a latency in milliseconds, as reports show it. */
    public static String millis(Duration latency) {
        return Measurement.number(latency.toNanos() / 1e6).replaceAll("\\.?0+$", "") + " ms";
    }
}
