package dev.sluice.examples.rest;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What answers a lookup: finds many keys in one go. Any thread. */
public interface Lookup {

    /** The names of what it finds, in the order of the values. */
    List<String> columns();

    /**
     * Finds what it can.
     *
     * @return the values by key; a key that there is nothing for is not in it, but others that nobody asked for may be
     * @throws SQLException if the database is away: nothing is known about any key
     */
    Map<Long, List<Object>> find(Collection<Long> keys) throws SQLException;
}
