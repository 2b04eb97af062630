package dev.sluice.service.generated;

import java.sql.SQLException;

/** Makes places on one database product. One thread. */
interface Places extends AutoCloseable {

    /** A place for the program of a seed. */
    Place make(long seed) throws SQLException;

    @Override
    default void close() throws SQLException {}
}
