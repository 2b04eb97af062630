package dev.sluice.service.generated;

import java.util.List;

/**
 * A table or a view that programs name.
 *
 * @param columns the first one is its key, mostly
 * @param arbiter the columns of a unique constraint; empty if upserts name none
 * @param written whether programs try to write it
 */
record Relation(String name, List<Column> columns, String arbiter, boolean written) {

    /** @param written whether programs may give it a value */
    record Column(String name, Kind kind, boolean written) {}

    Relation {
        columns = List.copyOf(columns);
    }

    Column key() {
        return columns.get(0);
    }

    List<Column> writable() {
        return columns.stream().filter(Column::written).toList();
    }
}
