package dev.sluice.service.generated;

import java.sql.SQLException;

/** Makes places on one database product. One thread. */
interface Places extends AutoCloseable {

    Place make() throws SQLException;

    /** A place for the program of a seed. */
    default Place make(long seed) throws SQLException {
        return make();
    }

    @Override
    default void close() throws SQLException {}
}
