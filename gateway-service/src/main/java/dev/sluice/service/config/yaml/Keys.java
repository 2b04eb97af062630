package dev.sluice.service.config.yaml;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The keys of a section, in the order in which they are declared. Each method declares a key and adds it. Keys that several
 * sections have in common come last. The list is complete when the class that declares the keys is initialized.
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

    /** Returns these keys without some of them. */
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
     * A key of the configuration, with the format of its value, its default and its purpose. A key is defined only in this way:
     * the reader, the manual and the comments of {@code config/gateway.yaml} (which a test compares) all use this definition.
     *
     * @param name the name of the key
     * @param format the format of the value, or of each element of a list
     * @param byDefault the value if the key is left out; empty if there is none
     * @param whenLeftOut a description of the default
     * @param list whether the value is a list
     * @param about the purpose of the key, and the cost of a bad choice
     */
    public record Key<T>(
            String name, Format<T> format, Optional<T> byDefault, String whenLeftOut, boolean list, String about) {

        /** Returns a description with everything that a user needs to set the key. */
        public String describe() {
            return about + " " + whenLeftOut + "; " + (list ? "a list, each " : "") + format.expects() + ".";
        }
    }
}
