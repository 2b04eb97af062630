package dev.sluice.service.rest.answer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Takes JSON values apart into rows, and collects the columns of all of them, in the order in which they first occur. */
final class RowColumns {

    /** The column of a value that is no object. */
    static final String VALUE = "value";

    /** One field of a row. */
    record Cell(int column, JsonNode value) {}

    private final Subject subject;
    private final boolean flatten;
    private final Set<String> declared;
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> byName = new HashMap<>();

    /**
     * @param flatten whether the fields of an object are columns of their own
     * @param declared columns that are not taken apart: an object there is not what was declared
     */
    RowColumns(Subject subject, boolean flatten, Set<String> declared) {
        this.subject = subject;
        this.flatten = flatten;
        this.declared = declared;
    }

    List<String> names() {
        return names;
    }

    /** The cells of a row, each of another column. */
    List<Cell> take(JsonNode row) throws UnreadableException {
        final List<Cell> cells = new ArrayList<>();
        final BitSet taken = new BitSet();
        if (row.isObject()) {
            takeFields("", row, cells, taken);
        } else {
            take(VALUE, row, cells, taken);
        }
        return cells;
    }

    private void takeFields(String prefix, JsonNode object, List<Cell> cells, BitSet taken) throws UnreadableException {
        for (final Map.Entry<String, JsonNode> field : object.properties()) {
            final String name = prefix + field.getKey();
            if (flatten && field.getValue().isObject() && !declared.contains(name)) {
                takeFields(name + ".", field.getValue(), cells, taken);
            } else {
                take(name, field.getValue(), cells, taken);
            }
        }
    }

    private void take(String name, JsonNode value, List<Cell> cells, BitSet taken) throws UnreadableException {
        final int column = column(name);
        if (taken.get(column)) {
            throw new UnreadableException("has the column '" + subject.shown(name) + "' twice");
        }
        taken.set(column);
        cells.add(new Cell(column, value));
    }

    /** The index of the column with that name; it is added if there is none. */
    int column(String name) throws UnreadableException {
        final Integer known = byName.get(name.toLowerCase(Locale.ROOT));
        if (known == null) {
            byName.put(name.toLowerCase(Locale.ROOT), names.size());
            names.add(name);
            return names.size() - 1;
        }
        if (!names.get(known).equals(name)) {
            throw new UnreadableException("has columns that differ only in upper and lower case, '"
                    + subject.shown(names.get(known)) + "' and '" + subject.shown(name) + "'");
        }
        return known;
    }
}
