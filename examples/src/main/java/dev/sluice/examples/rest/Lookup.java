package dev.sluice.examples.rest;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Finds the values of many keys at once. Any thread. */
public interface Lookup {

    /** Returns the names of the values, in the order of the values. */
    List<String> columns();

    /**
     * Finds the values of keys.
     *
     * @return the values by key; keys that were not found are missing, and the map may contain additional keys
     * @throws SQLException if the database is unavailable, so that nothing is known about any of the keys
     */
    Map<Long, List<Object>> find(Collection<Long> keys) throws SQLException;
}
