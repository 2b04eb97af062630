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

/** Asks a database which one it is, and where it looks for tables that are named without a schema. */
public final class DatabaseSelf {

    /** A database of a cluster; a standby is the same as its primary. */
    private static final String POSTGRESQL = "SELECT (SELECT system_identifier FROM pg_control_system()) || '/' || oid"
            + " FROM pg_database WHERE datname = current_database()";

    /** A schema is part of a table's name there, so one server is one. */
    private static final String MARIADB = "SELECT CONCAT_WS('/', @@hostname, @@port, @@server_id, @@datadir)";

    private final Connection connection;
    private final String product;

    private DatabaseSelf(Connection connection, String product) {
        this.connection = connection;
        this.product = product;
    }

    /**
     * Asks a database; what it does not know, or does not tell this user, is left out. The connection has no
     * transaction open, before or after.
     *
     * @throws SQLException if it is away
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
            default -> List.of(); // H2 has a path that it does not tell
        };
        return schemas.isEmpty() ? Optional.empty() : Optional.of(Set.copyOf(schemas));
    }

    /** A file under its own name, if it is one of this machine. */
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
