package dev.sluice.service.jdbc;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.DatabaseConfig.UpdateGuarantee;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.DatabaseIdentity;
import dev.sluice.service.core.Footprint;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.jdbc.connect.Connecting;
import dev.sluice.service.jdbc.read.JdbcOperation;
import dev.sluice.service.jdbc.read.Limits;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.Statements;
import dev.sluice.service.update.AtLeastOnce;
import dev.sluice.service.update.Checkpoint;
import dev.sluice.service.update.ExactlyOnce;
import dev.sluice.service.update.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The databases of a configuration: what can be asked of them, and who answers. Belongs to the service thread. */
public final class JdbcDatabases implements AutoCloseable {

    private final Map<String, JdbcOperation> operations;
    private final AdHoc adHoc;
    private final List<Backend> backends;
    private final Map<String, Target> targets;
    private final Map<String, Operation> formerStatements = new HashMap<>();

    private JdbcDatabases(GatewayConfig config, List<Backend> backends, Map<String, Target> targets) {
        this.targets = targets;
        this.operations = DeclaredOperations.of(config, targets);
        this.adHoc = new AdHoc(
                config.adHocDatabase().map(database -> targets.get(database.name())),
                targets.keySet(),
                config.chunk().limit());
        this.backends = List.copyOf(backends);
    }

    /**
     * Starts the workers; asks no database yet.
     *
     * @param connecting the connections of this configuration
     * @param origin where requests come from: what a checkpoint belongs to
     * @param wakeUp called, on any thread, when a backend has a reply for its {@code poll}
     * @throws IllegalArgumentException if a declared statement cannot be one; lists all that cannot
     */
    public static JdbcDatabases open(GatewayConfig config, Connecting connecting, Origin origin, Runnable wakeUp) {
        final Limits limits =
                new Limits(config.limits().resultRows(), config.limits().resultBytes());
        final Map<String, Target> targets = new LinkedHashMap<>();
        final Map<List<String>, DatabaseIdentity> identities = new HashMap<>();
        final List<Backend> backends = new ArrayList<>();
        try {
            for (final DatabaseConfig database : config.databases().values()) {
                final SqlSyntax syntax = DeclaredSql.syntax(database.url().value());
                final DatabaseIdentity identity = identities.computeIfAbsent(
                        List.of(database.url().value(), database.user()),
                        key -> DatabaseIdentity.toBeAsked(database.name()));
                final JdbcBackend backend = new JdbcBackend(
                        config.name(),
                        database,
                        connecting.pools(database),
                        identity,
                        limits,
                        config.chunk().callsInFlight(),
                        syntax,
                        updates(config, database, syntax, origin),
                        wakeUp);
                backends.add(backend);
                targets.put(database.name(), new Target(database, identity, syntax, backend));
            }
            return new JdbcDatabases(config, backends, targets);
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
     * Something that stands for a statement of that database which is not declared any more. It is never run: only what is
     * kept beside the checkpoint is looked up. Empty if nothing is kept there, or the database is not configured.
     */
    public Optional<Operation> formerStatement(String database) {
        return Optional.ofNullable(targets.get(database))
                .filter(target -> !target.backend().mayFailUnasked())
                .map(target -> formerStatements.computeIfAbsent(database, name -> former(target)));
    }

    private static Operation former(Target target) {
        final SqlText text = SqlText.parse("DELETE FROM former", target.syntax());
        final Footprint nothing = Footprint.update(target.identity(), Optional.of(Set.of()), Optional.of(Set.of()));
        return new JdbcOperation(
                JdbcOperation.Role.STATEMENT,
                "a former statement",
                text,
                Optional.empty(),
                nothing,
                true,
                target.config().updatesPerTransaction(),
                target.backend());
    }

    /** The declared lookups and statements by their names. */
    public Map<String, ? extends NamedOperation> operations() {
        return operations;
    }

    /**
     * SQL that a job sent.
     *
     * @throws RefusedException if no database allows it, or if it is no statement that may be run
     */
    public NamedOperation sql(String text) throws RefusedException {
        return adHoc.operation(text);
    }

    public List<Backend> backends() {
        return backends;
    }

    @Override
    public void close() {
        backends.forEach(Backend::close);
    }
}
