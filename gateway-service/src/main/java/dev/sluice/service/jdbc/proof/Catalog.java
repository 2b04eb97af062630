package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.SQLException;

/** Proves what statements touch and may share, from what one database says of itself. Belongs to the worker of one session. */
interface Catalog {

    /**
     * Proves what can be proved of a statement with arguments of these types, without running it. The caller rolls back what
     * this leaves.
     *
     * @throws SQLException if the database refuses a question, or is away
     */
    Footprint footprint(SqlText text, Signature signature) throws SQLException;

    /** The schema may be another now. */
    default void forget() {}
}
