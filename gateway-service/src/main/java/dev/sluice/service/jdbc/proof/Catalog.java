package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.SQLException;

/**
 * Proves from a database's catalog which tables a statement touches, and whether it may share a transaction, a call or one
 * statement with other requests. Belongs to the worker of one session.
 */
interface Catalog {

    /**
     * Returns what the catalog proves about a statement with arguments of these types, without running the statement. The caller
     * rolls the transaction back afterwards.
     *
     * @throws SQLException if the database refuses a query, or is unavailable
     */
    Footprint footprint(SqlText text, Signature signature) throws SQLException;

    /** Drops cached query results, because the schema may have changed. */
    default void forget() {}
}
