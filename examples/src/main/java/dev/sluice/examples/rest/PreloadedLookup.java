package dev.sluice.examples.rest;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Rows that are held in memory, as a service with a small table or a cache holds them. Immutable; any thread. */
final class PreloadedLookup implements Lookup {

    private final List<String> columns;
    private final Map<Long, List<Object>> rows;

    PreloadedLookup(List<String> columns, Map<Long, List<Object>> rows) {
        this.columns = columns;
        this.rows = Map.copyOf(rows);
    }

    @Override
    public List<String> columns() {
        return columns;
    }

    @Override
    public Map<Long, List<Object>> find(Collection<Long> keys) {
        return rows;
    }
}
