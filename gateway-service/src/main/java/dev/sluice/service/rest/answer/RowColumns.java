package dev.sluice.service.rest.answer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.service.rest.answer.ColumnValue.UnreadableException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Takes JSON values apart into rows, and collects the columns of all of them, in the order in which they first occur. */
final class RowColumns {

    /** The column of a value that is no object. */
    static final String VALUE = "value";

    private final Subject subject;
    private final boolean flatten;
    private final Set<String> declared;
    /** As they were first written, by their names in lower case. */
    private final Map<String, String> names = new LinkedHashMap<>();

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
        return List.copyOf(names.values());
    }

    /** The values of a row by their columns. */
    Map<String, JsonNode> take(JsonNode row) throws UnreadableException {
        final Map<String, JsonNode> cells = new HashMap<>();
        if (row.isObject()) {
            takeFields("", row, cells);
        } else {
            take(VALUE, row, cells);
        }
        return cells;
    }

    private void takeFields(String prefix, JsonNode object, Map<String, JsonNode> cells) throws UnreadableException {
        for (final Map.Entry<String, JsonNode> field : object.properties()) {
            final String name = prefix + field.getKey();
            if (flatten && field.getValue().isObject() && !declared.contains(name)) {
                takeFields(name + ".", field.getValue(), cells);
            } else {
                take(name, field.getValue(), cells);
            }
        }
    }

    private void take(String name, JsonNode value, Map<String, JsonNode> cells) throws UnreadableException {
        add(name);
        if (cells.put(name, value) != null) {
            throw new UnreadableException("has the column '" + subject.shown(name) + "' twice");
        }
    }

    /** Adds a column unless it is known. */
    void add(String name) throws UnreadableException {
        final String known = names.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
        if (known != null && !known.equals(name)) {
            throw new UnreadableException("has columns that differ only in upper and lower case, '"
                    + subject.shown(known) + "' and '" + subject.shown(name) + "'");
        }
    }
}
