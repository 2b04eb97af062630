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

    private final Connection connection;
    private final String product;

    private DatabaseSelf(Connection connection, String product) {
        this.connection = connection;
        this.product = product;
    }

    /**
     * Queries the identity. Parts that the database does not know, or does not show to this user, are left empty. No
     * transaction is open on the connection before or after this call.
     *
     * @throws SQLException if the database is unavailable
     */
    public static Self of(Connection connection) throws SQLException {
        final String product = connection.getMetaData().getDatabaseProductName();
        final DatabaseSelf self = new DatabaseSelf(connection, product);
        final Optional<String> id = Query.unlessRefused(connection, self::id);
        final Optional<Set<String>> schemas = Query.unlessRefused(connection, self::schemas);
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
        return new Self(product, id, schemas);
    }

    private Optional<String> id() throws SQLException {
        return switch (product) {
            case "PostgreSQL" -> text(POSTGRESQL);
            case "MariaDB", "MySQL" -> text(MARIADB);
            case "HSQL Database Engine" -> text("CALL DATABASE_NAME()");
            case "H2" ->
                text("SELECT COALESCE(DATABASE_PATH(), 'memory ' || DATABASE())")
                        .map(DatabaseSelf::real);
            default -> Optional.empty();
        };
    }

    private Optional<Set<String>> schemas() throws SQLException {
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

    private Optional<String> text(String query) throws SQLException {
        return Query.texts(connection, query).stream().findFirst();
    }
}
