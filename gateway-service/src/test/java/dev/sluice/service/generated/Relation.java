package dev.sluice.service.generated;

import java.util.List;

/**
 * A table or a view that programs name.
 *
 * @param columns the first one is its key, mostly
 * @param arbiter by what upserts find rows, as ON CONFLICT has it; empty if they do not say it
 * @param written whether programs try to write it
 * @param field a function of its rows that is written as a column; empty if there is none
 */
record Relation(String name, List<Column> columns, String arbiter, boolean written, String field) {

    /** @param written whether programs may give it a value */
    record Column(String name, Kind kind, boolean written) {}

    Relation {
        columns = List.copyOf(columns);
    }

    Relation(String name, List<Column> columns, String arbiter, boolean written) {
        this(name, columns, arbiter, written, "");
    }

    /** Returns the columns that a foreign key may refer to. */
    List<Column> referable() {
        final List<String> names = List.of(arbiter.replaceAll("[()]", "").split(", "));
        final List<Column> found =
                columns.stream().filter(column -> names.contains(column.name())).toList();
        return found.size() == names.size() ? found : List.of();
    }

    boolean has(String column) {
        return columns.stream().anyMatch(each -> each.name().equals(column));
    }

    Column key() {
        return columns.get(0);
    }

    List<Column> writable() {
        return columns.stream().filter(Column::written).toList();
    }
}
