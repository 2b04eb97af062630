package dev.sluice.service.config.yaml;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A key of the configuration: the only place that says how its value is written, its default, and what it is for. The
 * reader, the comments of {@code config/gateway.yaml} (a test compares them) and the manual take it from here.
 *
 * @param byDefault the value when the key is left out, if there is one
 * @param whenLeftOut the same in words
 * @param list whether the value is a list of what the format describes
 * @param about what the key is for and what a bad choice costs
 */
public record Key<T>(
        String name, Format<T> format, Optional<T> byDefault, String whenLeftOut, boolean list, String about) {

    public static <T> Key<T> of(String name, Format<T> format, T byDefault, String about) {
        final String written = format.write().apply(byDefault);
        return new Key<>(name, format, Optional.of(byDefault), "Default: " + written, false, about);
    }

    public static <T> Key<T> required(String name, Format<T> format, String about) {
        return new Key<>(name, format, Optional.empty(), "Required", false, about);
    }

    public static <T> Key<T> optional(String name, Format<T> format, String whenLeftOut, String about) {
        return new Key<>(name, format, Optional.empty(), "Default: " + whenLeftOut, false, about);
    }

    /** A key whose value is a list. */
    public static <T> Key<T> list(String name, Format<T> format, String whenLeftOut, String about) {
        return new Key<>(name, format, Optional.empty(), "Default: " + whenLeftOut, true, about);
    }

    /** Keys of its own and those that several sections have in common, these last. */
    public static List<Key<?>> all(List<Key<?>> common, Key<?>... own) {
        return Stream.concat(Stream.of(own), common.stream()).toList();
    }

    /** Everything a user needs to know to set the key. */
    public String describe() {
        return about + " " + whenLeftOut + "; " + (list ? "a list, each " : "") + format.expects() + ".";
    }
}
