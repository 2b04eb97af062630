package dev.sluice.examples.rest;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Finds the values of many keys at once. Thread-safe. */
public interface Lookup {

    /** Returns the names of the values, in the order of the values. */
    List<String> columns();

    /**
     * Finds the values of keys.
     *
     * @return the values by key, without keys that were not found; the map may also contain keys that were not requested
     * @throws SQLException if the database is unavailable; then none of the keys was looked up
     */
    Map<Long, List<Object>> find(Collection<Long> keys) throws SQLException;
}
