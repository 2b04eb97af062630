package dev.sluice.service.jdbc.catalog;

import dev.sluice.api.ValueType;
import java.util.List;

/**
 * A table that has a primary key.
 *
 * @param sql the name as a statement needs it
 * @param columns all columns, in the table's order
 * @param key the columns of the primary key, in its order
 */
public record KeyedTable(String name, String sql, List<Column> columns, List<Column> key) {

    public KeyedTable {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    /**
     * A column.
     *
     * @param sql the name as a statement needs it
     * @param type the type of its values in a lookup's result; {@link ValueType#OTHER} if they come as text that only the database
     *     understands
     * @param declared the type in the database, for a reader
     */
    public record Column(String name, String sql, ValueType type, String declared, boolean nullable) {}
}
