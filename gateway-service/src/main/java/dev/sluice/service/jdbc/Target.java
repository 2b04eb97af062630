package dev.sluice.service.jdbc;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.DatabaseConfig.TransactionMode;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.DatabaseIdentity;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.Statements;

/**
 * A database that can be asked.
 *
 * @param identity which database it is: two configured databases with one URL and user have the same
 */
record Target(DatabaseConfig config, DatabaseIdentity identity, SqlSyntax syntax, Backend backend) {

    /** The most questions of a statement in one call. */
    int callLimit(SqlText text, int chunkLimit) {
        if (text.kind() == SqlText.Kind.OTHER) {
            return 1;
        }
        // With a transaction for each update, the limit only says how many are answered in one go.
        return !Statements.update(text) || config.transaction() == TransactionMode.EACH
                ? chunkLimit
                : config.updatesPerTransaction();
    }
}
