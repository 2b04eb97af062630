package dev.sluice.service.config.yaml;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The keys of a section in the order of their declarations: each method declares a key and adds it. Keys that several
 * sections have in common come last. Complete once the class that declares them is initialized.
 */
public final class Keys extends AbstractList<Keys.Key<?>> {

    private final List<Key<?>> own = new ArrayList<>();
    private final List<Key<?>> common;

    public Keys() {
        this(List.of());
    }

    public Keys(List<Key<?>> common) {
        this.common = common;
    }

    /** Declares a key with a default value. */
    public <T> Key<T> of(String name, Format<T> format, T byDefault, String about) {
        return add(
                name,
                format,
                Optional.of(byDefault),
                "Default: " + format.write().apply(byDefault),
                false,
                about);
    }

    public <T> Key<T> required(String name, Format<T> format, String about) {
        return add(name, format, Optional.empty(), "Required", false, about);
    }

    public <T> Key<T> optional(String name, Format<T> format, String whenLeftOut, String about) {
        return add(name, format, Optional.empty(), "Default: " + whenLeftOut, false, about);
    }

    /** Declares a key whose value is a list. */
    public <T> Key<T> list(String name, Format<T> format, String whenLeftOut, String about) {
        return add(name, format, Optional.empty(), "Default: " + whenLeftOut, true, about);
    }

    private <T> Key<T> add(
            String name, Format<T> format, Optional<T> byDefault, String whenLeftOut, boolean list, String about) {
        final Key<T> key = new Key<>(name, format, byDefault, whenLeftOut, list, about.replace('\n', ' '));
        own.add(key);
        return key;
    }

    /** These keys but for some. */
    public List<Key<?>> without(Key<?>... some) {
        return stream().filter(key -> !List.of(some).contains(key)).toList();
    }

    @Override
    public Key<?> get(int index) {
        return index < own.size() ? own.get(index) : common.get(index - own.size());
    }

    @Override
    public int size() {
        return own.size() + common.size();
    }

    /**
     * A key of the configuration: the only place that says how its value is written, its default, and what it is for. The
     * reader, the comments of {@code config/gateway.yaml} (a test compares them) and the manual take it from here.
     *
     * @param byDefault the value when the key is left out, if there is one
     * @param whenLeftOut the default in words
     * @param list whether the value is a list of what the format describes
     * @param about what the key is for and what a bad choice costs
     */
    public record Key<T>(
            String name, Format<T> format, Optional<T> byDefault, String whenLeftOut, boolean list, String about) {

        /** Everything a user needs to know to set the key. */
        public String describe() {
            return about + " " + whenLeftOut + "; " + (list ? "a list, each " : "") + format.expects() + ".";
        }
    }
}
