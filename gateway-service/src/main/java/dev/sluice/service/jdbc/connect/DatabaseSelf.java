package dev.sluice.service.jdbc.connect;

import dev.sluice.service.core.footprint.DatabaseIdentity.Self;
import dev.sluice.service.jdbc.dialect.Query;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Queries the identity of a database, and the schemas in which it looks for tables that are named without a schema. */
public final class DatabaseSelf {

    /** Identifies the cluster and the database in it; a standby has the same identity as its primary. */
    private static final String POSTGRESQL = "SELECT (SELECT system_identifier FROM pg_control_system()) || '/' || oid"
            + " FROM pg_database WHERE datname = current_database()";

    /** Identifies the whole server as one database, because on MariaDB a schema is part of the table's name. */
    private static final String MARIADB = "SELECT CONCAT_WS('/', @@hostname, @@port, @@server_id, @@datadir)";

    private DatabaseSelf() {}

    /**
     * Queries the identity. Parts that the database does not know, or does not show to this user, are left empty. No
     * transaction is open on the connection before or after this call.
     *
     * @throws SQLException if the database is unavailable
     */
    public static Self of(Connection connection) throws SQLException {
        final String product = connection.getMetaData().getDatabaseProductName();
        final Optional<String> id = Query.unlessRefused(connection, () -> id(connection, product));
        final Optional<Set<String>> schemas = Query.unlessRefused(connection, () -> schemas(connection, product));
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
        return new Self(product, id, schemas);
    }

    private static Optional<String> id(Connection connection, String product) throws SQLException {
        return switch (product) {
            case "PostgreSQL" -> text(connection, POSTGRESQL);
            case "MariaDB", "MySQL" -> text(connection, MARIADB);
            case "HSQL Database Engine" -> text(connection, "CALL DATABASE_NAME()");
            case "H2" ->
                text(connection, "SELECT COALESCE(DATABASE_PATH(), 'memory ' || DATABASE())")
                        .map(DatabaseSelf::real);
            default -> Optional.empty();
        };
    }

    private static Optional<Set<String>> schemas(Connection connection, String product) throws SQLException {
        final List<String> schemas = switch (product) {
            case "PostgreSQL" -> Query.texts(connection, "SELECT unnest(current_schemas(true))");
            case "MariaDB", "MySQL" -> Query.texts(connection, "SELECT DATABASE()");
            case "HSQL Database Engine" -> Query.texts(connection, "CALL CURRENT_SCHEMA");
            default -> List.of(); // H2 has a search path, but no query shows it
        };
        return schemas.isEmpty() ? Optional.empty() : Optional.of(Set.copyOf(schemas));
    }

    /** Returns the real path of a file if it exists on this machine, otherwise the given path. */
    private static String real(String path) {
        try {
            return Path.of(path).toRealPath().toString();
        } catch (final IOException | RuntimeException e) {
            return path;
        }
    }

    private static Optional<String> text(Connection connection, String query) throws SQLException {
        return Query.texts(connection, query).stream().findFirst();
    }
}
