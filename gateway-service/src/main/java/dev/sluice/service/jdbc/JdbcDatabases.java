package dev.sluice.service.jdbc;

import dev.sluice.service.chunk.Backend;
import dev.sluice.service.chunk.Catalog;
import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.UpdateGuarantee;
import dev.sluice.service.update.AtLeastOnce;
import dev.sluice.service.update.Checkpoint;
import dev.sluice.service.update.ExactlyOnce;
import dev.sluice.service.update.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The databases of a configuration: what can be asked of them, and who answers. Belongs to the service thread. */
public final class JdbcDatabases implements AutoCloseable {

    private final Catalog catalog;
    private final List<Backend> backends;

    private JdbcDatabases(Catalog catalog, List<Backend> backends) {
        this.catalog = catalog;
        this.backends = List.copyOf(backends);
    }

    /**
     * Starts the workers; asks no database yet.
     *
     * @param origin where requests come from: what a checkpoint belongs to
     * @param wakeUp called, on any thread, when a backend has a reply for its {@code poll}
     * @throws IllegalArgumentException if a declared statement cannot be one; lists all that cannot
     */
    public static JdbcDatabases open(GatewayConfig config, Origin origin, Runnable wakeUp) {
        final Limits limits =
                new Limits(config.limits().resultRows(), config.limits().resultBytes());
        final Map<String, Target> targets = new LinkedHashMap<>();
        final Map<List<String>, String> identities = new HashMap<>();
        final List<Backend> backends = new ArrayList<>();
        try {
            for (final DatabaseConfig database : config.databases().values()) {
                final SqlSyntax syntax = DeclaredSql.syntax(database.url().value());
                final JdbcBackend backend = new JdbcBackend(
                        config.name(),
                        database,
                        limits,
                        config.chunk().callsInFlight(),
                        syntax,
                        updates(config, database, syntax, origin),
                        wakeUp);
                backends.add(backend);
                final String identity = identities.computeIfAbsent(
                        List.of(database.url().value(), database.user()), key -> database.name());
                targets.put(database.name(), new Target(database, identity, syntax, backend));
            }
            return new JdbcDatabases(JdbcCatalog.of(config, targets), backends);
        } catch (final RuntimeException e) {
            backends.forEach(Backend::close);
            throw e;
        }
    }

    private static JdbcBackend.Updates updates(
            GatewayConfig config, DatabaseConfig database, SqlSyntax syntax, Origin origin) {
        final Checkpoint checkpoint = database.updates() == UpdateGuarantee.EXACTLY_ONCE
                ? new ExactlyOnce(origin, database.name(), config.databases().keySet())
                : new AtLeastOnce();
        final boolean declared = config.statements().values().stream()
                .anyMatch(statement -> statement.database().equals(database.name()) && writes(statement.sql(), syntax));
        return new JdbcBackend.Updates(checkpoint, declared);
    }

    /** Whether it is an update; what cannot be read as SQL is reported when the catalog is made. */
    private static boolean writes(String sql, SqlSyntax syntax) {
        try {
            return Statements.update(SqlText.parse(sql, syntax));
        } catch (final IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * A database that can be asked.
     *
     * @param identity the same for two names of one database
     */
    record Target(DatabaseConfig config, String identity, SqlSyntax syntax, Backend backend) {}

    public Catalog catalog() {
        return catalog;
    }

    public List<Backend> backends() {
        return backends;
    }

    @Override
    public void close() {
        backends.forEach(Backend::close);
    }
}
