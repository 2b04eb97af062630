package dev.sluice.api;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;

/** The column names of a result. All rows of the result share one instance. Immutable. */
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

    /** Returns columns with the given names, in the given order. */
    public static Columns of(List<String> names) {
        return new Columns(List.copyOf(names));
    }

    /** Returns the names in the spelling that the database returned. */
    public List<String> names() {
        return names;
    }

    /** Returns the number of columns. */
    public int size() {
        return names.size();
    }

    /**
     * Returns the index, counted from 0, of the column with that name. Case is ignored. If several columns have the name, the
     * first of them is returned.
     *
     * @throws NoSuchElementException if no column has that name; the message lists all column names
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
