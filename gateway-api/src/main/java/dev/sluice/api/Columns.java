package dev.sluice.api;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;

/** The column names of a result, shared by its rows. Immutable. */
public final class Columns {

    private final List<String> names;
    private final Map<String, Integer> byName;

    private Columns(List<String> names) {
        this.names = names;
        this.byName = new HashMap<>(names.size() * 2);
        for (int i = 0; i < names.size(); i++) {
            byName.putIfAbsent(names.get(i).toLowerCase(Locale.ROOT), i);
        }
    }

    /** Columns of these names, in this order. */
    public static Columns of(List<String> names) {
        return new Columns(List.copyOf(names));
    }

    /** The names, as the database gave them. */
    public List<String> names() {
        return names;
    }

    /** Returns the number of columns. */
    public int size() {
        return names.size();
    }

    /**
     * The index, from 0, of the column with that name; upper and lower case are one, the first of equal names wins.
     *
     * @throws NoSuchElementException if there is none; the message lists the names there are
     */
    public int indexOf(String name) {
        final Integer exact = byName.get(name);
        if (exact != null) {
            return exact;
        }
        final Integer index = byName.get(name.toLowerCase(Locale.ROOT));
        if (index == null) {
            throw new NoSuchElementException("No column '" + name + "': the columns are " + names);
        }
        return index;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Columns that && names.equals(that.names);
    }

    @Override
    public int hashCode() {
        return names.hashCode();
    }

    @Override
    public String toString() {
        return names.toString();
    }
}
