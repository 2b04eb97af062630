package dev.sluice.service.init;

import dev.sluice.api.ValueType;
import dev.sluice.service.jdbc.catalog.KeyedTable;
import dev.sluice.service.jdbc.catalog.KeyedTable.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table with its names in Java.
 *
 * @param method the name of the method and of the lookup
 * @param type the name of the record
 * @param key the columns of the key, in its order
 * @param row the columns that the lookup asks: all beside the key, or the key if there are no others
 * @param unasked the names of columns that it does not ask, each with the reason
 */
record JavaTable(
        KeyedTable table,
        String method,
        String type,
        List<JavaColumn> key,
        List<JavaColumn> row,
        Map<String, String> unasked) {

    /** Names that mean another class where the records are declared. */
    private static final Set<String> OTHER_TYPES = Stream.concat(
                    Stream.of(JavaType.values()).map(type -> type.named(true)),
                    Stream.of("Questions", "Object", "Record"))
            .collect(Collectors.toUnmodifiableSet());

    /** A constructor has at most 255 parameters, where a long or a double counts as two. */
    private static final int MOST_COLUMNS = 250;

    private static final int MOST_PRIMITIVES = MOST_COLUMNS / 2;

    /**
     * A column.
     *
     * @param name the name of the component
     * @param java the type of the component
     */
    record JavaColumn(Column column, String name, JavaType type, String java) {

        String declaration() {
            return java + " " + name;
        }

        /** Returns the column as a SELECT lists it, so that the result's column has the component's name. */
        String selected(String quote) {
            return JavaNames.folded(column.name()).equals(JavaNames.folded(name))
                    ? column.sql()
                    : column.sql() + " AS " + quote + name + quote;
        }
    }

    static List<JavaTable> of(List<KeyedTable> tables) {
        final JavaNames methods = new JavaNames();
        return tables.stream()
                .map(table -> of(table, methods.next(table.name())))
                .toList();
    }

    private static JavaTable of(KeyedTable table, String method) {
        final JavaNames names = new JavaNames();
        final Map<String, JavaColumn> columns = new LinkedHashMap<>();
        final Map<String, String> unasked = new LinkedHashMap<>();
        final boolean primitives = table.columns().size() <= MOST_PRIMITIVES;
        for (final Column column : table.columns()) {
            final boolean key = table.key().contains(column);
            if (column.type() == ValueType.OTHER) {
                unasked.put(column.name(), "no Java type has its values");
            } else if (!key && columns.size() >= MOST_COLUMNS) {
                unasked.put(column.name(), "a record has at most 255 components");
            } else {
                final JavaType type = JavaType.valueOf(column.type().name());
                final String java = type.named(!key && (column.nullable() || !primitives));
                columns.put(column.name(), new JavaColumn(column, names.next(column.name()), type, java));
            }
        }
        final List<JavaColumn> key =
                table.key().stream().map(column -> columns.get(column.name())).toList();
        final List<JavaColumn> row = new ArrayList<>(columns.values());
        row.removeAll(key);
        final String type = JavaNames.type(method);
        return new JavaTable(
                table,
                method,
                OTHER_TYPES.contains(type) ? type + "Row" : type,
                key,
                row.isEmpty() ? key : row,
                unasked);
    }

    Stream<JavaColumn> columns() {
        return Stream.concat(key.stream(), row.stream());
    }
}
