package dev.sluice.examples.rest;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A source of answers: finds many keys in one go. Any thread. */
public interface Lookup {

    /** Returns the names of the values, in their order. */
    List<String> columns();

    /**
     * Finds what it can.
     *
     * @return the values by key; a key that there is nothing for is not in it, but others that nobody asked for may be
     * @throws SQLException if the database is away: nothing is known about any key
     */
    Map<Long, List<Object>> find(Collection<Long> keys) throws SQLException;
}
