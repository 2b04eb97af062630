package dev.sluice.service.config.yaml;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * How a key's value is written, and what becomes of it.
 *
 * @param expects what a right value is, as the user is told: {@code a whole number from 1 to 64}
 * @param tag what YAML must take the value for, when it is not replaced from outside
 * @param secret whether a wrong value is kept out of the message
 * @param choices the words allowed, to suggest one from; empty if there are too many to list
 * @param parse the value of a text, empty if it is not a right one
 * @param write the text of a value, for the documentation
 */
public record Format<T>(
        String expects,
        Tag tag,
        boolean secret,
        List<String> choices,
        Function<String, Optional<T>> parse,
        Function<T, String> write) {

    private static final String FOREVER = "forever";
    private static final String HOLD = "hold";
    private static final String FAIL_AFTER = "fail-after";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");

    public static Format<String> text() {
        return plain("a text that is not empty", text -> Optional.of(text).filter(some -> !some.isBlank()));
    }

    public static Format<String> anyText() {
        return plain("a text", Optional::of, text -> text.isEmpty() ? "none" : text);
    }

    public static Format<String> name() {
        return plain(
                "a name of at most 64 letters, digits, '_', '.' and '-'",
                text -> Optional.of(text).filter(some -> NAME.matcher(some).matches()));
    }

    public static Format<String> table() {
        return plain(
                "a table's name",
                text -> Optional.of(text.toLowerCase(Locale.ROOT)).filter(some -> !some.isBlank()));
    }

    /** Something that a service reads or writes, by a name that the user chose. */
    public static Format<String> resource() {
        return plain(
                "a name of your choice",
                text -> Optional.of(text.toLowerCase(Locale.ROOT)).filter(some -> !some.isBlank()));
    }

    public static Format<Path> path() {
        return new Format<>("a path", Tag.STR, false, List.of(), Format::parsePath, Path::toString);
    }

    public static Format<Secret> password() {
        return new Format<>(
                "a text", Tag.STR, true, List.of(), text -> Optional.of(new Secret(text)), secret -> "none");
    }

    public static Format<JdbcUrl> jdbcUrl() {
        return new Format<>(
                "a URL that starts with 'jdbc:' and holds no password (there is a key for it)",
                Tag.STR,
                true,
                List.of(),
                JdbcUrl::parse,
                JdbcUrl::value);
    }

    public static Format<Boolean> flag() {
        final List<String> words = List.of("true", "false");
        return new Format<>(
                "true or false",
                Tag.BOOL,
                false,
                List.of(),
                text -> Optional.of(text).filter(words::contains).map(Boolean::valueOf),
                String::valueOf);
    }

    public static Format<Integer> wholeNumber(int from, int to) {
        return new Format<>(
                "a whole number from " + from + " to " + to,
                Tag.INT,
                false,
                List.of(),
                text -> within(parseLong(text), from, to).map(Math::toIntExact),
                String::valueOf);
    }

    public static Format<Duration> duration(Duration from, Duration to) {
        return plain(
                "a duration from " + Units.write(from) + " to " + Units.write(to),
                text -> within(Units.TIME.parse(text), from.toMillis(), to.toMillis())
                        .map(Duration::ofMillis),
                Units::write);
    }

    /** A duration, or empty for one that never ends. */
    public static Format<Optional<Duration>> durationOrForever(Duration from, Duration to) {
        final Format<Duration> duration = duration(from, to);
        return new Format<>(
                duration.expects() + ", or forever",
                Tag.STR,
                false,
                List.of(FOREVER),
                text -> FOREVER.equals(text)
                        ? Optional.of(Optional.empty())
                        : duration.parse().apply(text).map(Optional::of),
                value -> value.map(Units::write).orElse(FOREVER));
    }

    /** What to do in an outage: wait for ever, which is empty, or for some time. */
    public static Format<Optional<Duration>> outage(Duration from, Duration to) {
        final Format<Duration> duration = duration(from, to);
        return new Format<>(
                HOLD + ", or " + FAIL_AFTER + " and " + duration.expects(),
                Tag.STR,
                false,
                List.of(HOLD),
                text -> HOLD.equals(text)
                        ? Optional.of(Optional.empty())
                        : Optional.of(text)
                                .filter(some -> some.startsWith(FAIL_AFTER + " "))
                                .flatMap(some -> duration.parse()
                                        .apply(some.substring(FAIL_AFTER.length())
                                                .strip()))
                                .map(Optional::of),
                value -> value.map(some -> FAIL_AFTER + " " + Units.write(some)).orElse(HOLD));
    }

    /** Whole seconds, where whoever gets the duration knows no finer ones. */
    public static Format<Duration> seconds(Duration from, Duration to) {
        return plain(
                "whole seconds from " + Units.write(from) + " to " + Units.write(to),
                text -> within(Units.TIME.parse(text), from.toMillis(), to.toMillis())
                        .filter(millis -> millis % 1_000 == 0)
                        .map(Duration::ofMillis),
                Units::write);
    }

    /** Bytes. */
    public static Format<Long> size(long from, long to) {
        return plain(
                "a size from " + Units.SIZE.write(from) + " to " + Units.SIZE.write(to),
                text -> within(Units.SIZE.parse(text), from, to),
                Units.SIZE::write);
    }

    /** One of the values' names, lower case. */
    public static <E extends Enum<E>> Format<E> choice(Stream<E> values) {
        final List<E> allowed = values.toList();
        final List<String> words = allowed.stream().map(Format::word).toList();
        return new Format<>(
                "one of " + String.join(", ", words),
                Tag.STR,
                false,
                words,
                text -> Optional.of(words.indexOf(text)).filter(at -> at >= 0).map(allowed::get),
                Format::word);
    }

    public static Format<String> choice(List<String> words) {
        return new Format<>(
                "one of " + String.join(", ", words),
                Tag.STR,
                false,
                words,
                text -> Optional.of(text).filter(words::contains),
                Function.identity());
    }

    static Format<String> plain(String expects, Function<String, Optional<String>> parse) {
        return plain(expects, parse, Function.identity());
    }

    static <T> Format<T> plain(String expects, Function<String, Optional<T>> parse, Function<T, String> write) {
        return new Format<>(expects, Tag.STR, false, List.of(), parse, write);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Optional<Path> parsePath(String text) {
        try {
            return Optional.of(text).filter(some -> !some.isBlank()).map(Path::of);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static OptionalLong parseLong(String text) {
        try {
            final long value = Long.parseLong(text);
            // 010 is eight to YAML and ten to most people: neither is guessed.
            return String.valueOf(value).equals(text) ? OptionalLong.of(value) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private static Optional<Long> within(OptionalLong value, long from, long to) {
        return value.isPresent() && value.getAsLong() >= from && value.getAsLong() <= to
                ? Optional.of(value.getAsLong())
                : Optional.empty();
    }
}
