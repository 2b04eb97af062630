package dev.sluice.service.config.yaml;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * The format of a key's value.
 *
 * @param expects a description of a valid value for the user, such as {@code a whole number from 1 to 64}
 * @param tag the YAML type that the value must have, unless the value comes from outside the file
 * @param secret whether messages must not contain a wrong value
 * @param choices the allowed words, from which one is suggested for a wrong value; empty if there are too many to list
 * @param parse parses a text; returns empty if it is not valid
 * @param write writes a value as text, for the documentation
 */
public record Format<T>(
        String expects,
        Tag tag,
        boolean secret,
        List<String> choices,
        Function<String, Optional<T>> parse,
        Function<T, String> write) {

    /** The type of a value that may be a whole number or a text. */
    private static final Tag NUMBER_OR_TEXT = new Tag("number-or-text");

    private static final String FAIL_AFTER = "fail-after";
    /** The beginning of an address that is no path. An address with a single letter before the colon is a path with a drive. */
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");

    public static Format<String> text() {
        return matching("a text that is not empty", text -> !text.isBlank());
    }

    public static Format<String> anyText() {
        return plain("a text", Optional::of, text -> text.isEmpty() ? "none" : text);
    }

    public static Format<String> name() {
        return matching(
                "a name of at most 64 letters, digits, '_', '.' and '-'",
                text -> NAME.matcher(text).matches());
    }

    public static Format<String> table() {
        return lowered("a table's name");
    }

    /** The format of a user-defined name for something that a service reads or writes. */
    public static Format<String> resource() {
        return lowered("a name of your choice");
    }

    private static Format<String> lowered(String expects) {
        final Function<String, Optional<String>> some = text().parse();
        return plain(expects, text -> some.apply(text.toLowerCase(Locale.ROOT)), Function.identity());
    }

    public static Format<Path> path() {
        return plain("a path", Format::parsePath, Path::toString);
    }

    /** The format of a path, or of another transport's address. */
    public static Format<String> address() {
        return plain(
                "a path",
                text -> isPath(text) ? parsePath(text).map(Path::toString) : Optional.of(text),
                Function.identity());
    }

    /** Whether an address is a path. An address with a single letter before the colon is a path with a drive. */
    public static boolean isPath(String address) {
        return !SCHEME.matcher(address).lookingAt();
    }

    public static Format<Secret> password() {
        return secret("a text", text -> true);
    }

    public static Format<JdbcUrl> jdbcUrl() {
        return secret(
                "a URL that starts with 'jdbc:' and holds no password (there is a key for it)",
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

    /** The format of a duration, or of {@code forever}, which is read as empty. */
    public static Format<Optional<Duration>> durationOrForever(Duration from, Duration to) {
        final Format<Duration> duration = duration(from, to);
        return orWord(duration.expects() + ", or forever", "forever", duration);
    }

    /** The format of the time to wait in an outage: {@code hold}, which is read as empty, or a duration. */
    public static Format<Optional<Duration>> outage(Duration from, Duration to) {
        final Format<Duration> duration = duration(from, to);
        return orWord(
                "hold, or " + FAIL_AFTER + " and " + duration.expects(),
                "hold",
                plain(
                        duration.expects(),
                        text -> text.startsWith(FAIL_AFTER + " ")
                                ? duration.parse()
                                        .apply(text.substring(FAIL_AFTER.length())
                                                .strip())
                                : Optional.empty(),
                        some -> FAIL_AFTER + " " + Units.write(some)));
    }

    /** The format of a value in another format, or of a word that means none, which is read as empty. */
    static <T> Format<Optional<T>> orWord(String expects, String word, Format<T> format) {
        return new Format<>(
                expects,
                Tag.STR,
                false,
                List.of(word),
                text -> word.equals(text)
                        ? Optional.of(Optional.empty())
                        : format.parse().apply(text).map(Optional::of),
                value -> value.map(format.write()).orElse(word));
    }

    /** The format of a duration in whole seconds, for receivers that support no finer durations. */
    public static Format<Duration> seconds(Duration from, Duration to) {
        final Function<String, Optional<Duration>> any = duration(from, to).parse();
        return plain(
                "whole seconds from " + Units.write(from) + " to " + Units.write(to),
                text -> any.apply(text).filter(some -> some.toMillis() % 1_000 == 0),
                Units::write);
    }

    /** The format of a size in bytes. */
    public static Format<Long> size(long from, long to) {
        return plain(
                "a size from " + Units.SIZE.write(from) + " to " + Units.SIZE.write(to),
                text -> within(Units.SIZE.parse(text), from, to),
                Units.SIZE::write);
    }

    /** The format of a constant of an enum: the constant's name in lower case with hyphens. */
    public static <E extends Enum<E>> Format<E> choice(E[] values) {
        return choice(
                List.of(values), value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    public static Format<String> choice(List<String> words) {
        return choice(words, Function.identity());
    }

    private static <T> Format<T> choice(List<T> values, Function<T, String> word) {
        final List<String> words = values.stream().map(word).toList();
        return new Format<>(
                "one of " + String.join(", ", words),
                Tag.STR,
                false,
                words,
                text -> Optional.of(words.indexOf(text)).filter(at -> at >= 0).map(values::get),
                word);
    }

    /** Whether a value in this format may have this YAML type. */
    boolean takes(Tag found) {
        return tag.equals(NUMBER_OR_TEXT) ? found.equals(Tag.STR) || found.equals(Tag.INT) : tag.equals(found);
    }

    /** The same as {@link #matching}, except that a number needs no quotes. */
    static Format<String> numberOr(String expects, Predicate<String> right) {
        return new Format<>(
                expects,
                NUMBER_OR_TEXT,
                false,
                List.of(),
                text -> Optional.of(text).filter(right),
                Function.identity());
    }

    static Format<String> matching(String expects, Predicate<String> right) {
        return plain(expects, text -> Optional.of(text).filter(right), Function.identity());
    }

    static <T> Format<T> plain(String expects, Function<String, Optional<T>> parse, Function<T, String> write) {
        return new Format<>(expects, Tag.STR, false, List.of(), parse, write);
    }

    static Format<Secret> secret(String expects, Predicate<String> right) {
        return secret(expects, text -> Optional.of(text).filter(right).map(Secret::new), secret -> "none");
    }

    static <T> Format<T> secret(String expects, Function<String, Optional<T>> parse, Function<T, String> write) {
        return new Format<>(expects, Tag.STR, true, List.of(), parse, write);
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
            // 010 means eight to YAML and ten to most people, so it is refused.
            return String.valueOf(value).equals(text) ? OptionalLong.of(value) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private static Optional<Long> within(OptionalLong value, long from, long to) {
        return value.stream().boxed().filter(some -> some >= from && some <= to).findFirst();
    }
}
