package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.SQLException;

/** Proves from a database's catalog which tables statements touch and what they may share. Belongs to one session's worker. */
interface Catalog {

    /**
     * Returns what the catalog proves about a statement with arguments of these types, without running the statement. The caller
     * rolls the transaction back afterwards.
     *
     * @throws SQLException if the database refuses a query, or is unavailable
     */
    Footprint footprint(SqlText text, Signature signature) throws SQLException;

    /** Drops cached answers, because the schema may have changed. */
    default void forget() {}
}
