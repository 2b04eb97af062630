package dev.sluice.service.jdbc.connect;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.core.DatabaseIdentity;
import dev.sluice.service.jdbc.dialect.Dialect;
import dev.sluice.service.jdbc.dialect.Dialects;
import dev.sluice.service.jdbc.dialect.Generic;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dialect of one database; one that has to be found out by asking is asked once. With the first connection the
 * database says which one it is, before anything else is asked of it. Any thread.
 */
public final class KnownDialect {

    private static final Logger LOG = LoggerFactory.getLogger(KnownDialect.class);

    private final String gateway;
    private final DatabaseConfig database;
    private final DatabaseIdentity identity;
    private Dialect found;

    public KnownDialect(String gateway, DatabaseConfig database, DatabaseIdentity identity) {
        this.gateway = gateway;
        this.database = database;
        this.identity = identity;
    }

    /** The dialect, on the first connection with a line that says so. */
    synchronized Dialect of(Connection connection) throws SQLException {
        if (identity.unknown()) {
            identity.learn(DatabaseSelf.of(connection));
        }
        if (found instanceof Generic) {
            return found;
        }
        final Dialect dialect = Dialects.of(connection);
        if (found == null) {
            LOG.info(
                    "{}: databases.{}: {} {}, asked {}",
                    gateway,
                    database.name(),
                    connection.getMetaData().getDatabaseProductName(),
                    connection.getMetaData().getDatabaseProductVersion().replaceAll("\\s*\\R\\s*", " "),
                    dialect.asked());
        }
        found = dialect;
        return dialect;
    }
}
