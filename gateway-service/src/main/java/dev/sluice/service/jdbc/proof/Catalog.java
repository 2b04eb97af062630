package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.connect.Session;
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

    /** Returns the catalog of the database that a session is connected to. */
    static Catalog of(Session session) throws SQLException {
        if (session.postgres()) {
            return new PostgreSqlCatalog(session);
        }
        return switch (session.connection().getMetaData().getDatabaseProductName()) {
            case "HSQL Database Engine" -> new SqlCatalog(session, CatalogQueries.HSQLDB);
            case "H2" -> new SqlCatalog(session, CatalogQueries.H2);
            case "MariaDB" -> new SqlCatalog(session, CatalogQueries.MARIADB);
            case "SQLite" -> new SqlCatalog(session, CatalogQueries.SQLITE);
            case "Apache Derby" -> new SqlCatalog(session, CatalogQueries.DERBY);
            default -> new NoCatalog();
        };
    }
}
