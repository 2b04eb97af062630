package dev.sluice.service.generated;

import java.sql.SQLException;

/** Makes places on one database product. One thread. */
interface Places extends AutoCloseable {

    Place make() throws SQLException;

    @Override
    default void close() throws SQLException {}
}
