package dev.sluice.service.jdbc;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.DatabaseConfig.TransactionMode;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.DatabaseIdentity;
import dev.sluice.service.core.Footprint;
import dev.sluice.service.jdbc.read.JdbcOperation;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.Statements;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A database that can be asked.
 *
 * @param identity which database it is: two configured databases with one URL and user have the same
 * @param chunkLimit the most questions of a read in one call
 */
record Target(DatabaseConfig config, DatabaseIdentity identity, SqlSyntax syntax, Backend backend, int chunkLimit) {

    /** What declared tables, or all of this database, an update or a read touches. */
    Footprint footprint(boolean update, Optional<Set<String>> reads, Optional<Set<String>> writes) {
        return update ? Footprint.update(identity, reads, writes) : Footprint.read(identity, reads);
    }

    /**
     * What a text asks of this database.
     *
     * @param types the declared types of its arguments
     * @param chunked whether the configuration lets requests of it share a statement
     */
    JdbcOperation operation(
            JdbcOperation.Role role,
            String name,
            SqlText text,
            Optional<List<ValueType>> types,
            Footprint footprint,
            boolean chunked) {
        final int callLimit = callLimit(text, Statements.update(text));
        return new JdbcOperation(role, name, text, types, footprint, chunked, callLimit, backend);
    }

    private int callLimit(SqlText text, boolean update) {
        if (text.kind() == SqlText.Kind.OTHER) {
            return 1;
        }
        // With a transaction for each update, the limit only says how many are answered in one go.
        return !update || config.transaction() == TransactionMode.EACH ? chunkLimit : config.updatesPerTransaction();
    }
}
