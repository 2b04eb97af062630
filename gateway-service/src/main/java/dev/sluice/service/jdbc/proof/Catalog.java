package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.sql.SqlText;
import java.sql.SQLException;
import java.util.function.LongSupplier;

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

    /**
     * Returns the catalog of the database that a session is connected to.
     *
     * @param nanoClock as {@link System#nanoTime()}
     */
    static Catalog of(Session session, LongSupplier nanoClock) throws SQLException {
        if (session.postgres()) {
            return new PostgreSqlCatalog(session, nanoClock);
        }
        return switch (session.connection().getMetaData().getDatabaseProductName()) {
            case "HSQL Database Engine" -> new SqlCatalog(session, CatalogQueries.HSQLDB, nanoClock);
            case "H2" -> new SqlCatalog(session, CatalogQueries.H2, nanoClock);
            case "MariaDB" -> new SqlCatalog(session, CatalogQueries.MARIADB, nanoClock);
            case "SQLite" -> new SqlCatalog(session, CatalogQueries.SQLITE, nanoClock);
            case "Apache Derby" -> new SqlCatalog(session, CatalogQueries.DERBY, nanoClock);
            default -> new NoCatalog();
        };
    }
}
