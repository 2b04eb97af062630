package dev.sluice.service.jdbc;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.DatabaseConfig.UpdateGuarantee;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.DatabaseIdentity;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.jdbc.connect.Connecting;
import dev.sluice.service.jdbc.connect.Sessions;
import dev.sluice.service.jdbc.read.JdbcOperation;
import dev.sluice.service.jdbc.read.JdbcOperation.Role;
import dev.sluice.service.jdbc.sql.SqlSyntax;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.Statements;
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
        this.operations = declared(config, targets);
        this.adHoc = new AdHoc(config.adHocDatabase().map(database -> targets.get(database.name())), targets.keySet());
        this.backends = List.copyOf(backends);
    }

    /** The operations of the lookups and statements that a configuration declares, by their names. */
    private static Map<String, JdbcOperation> declared(GatewayConfig config, Map<String, Target> targets) {
        final List<Declaration> declarations = new ArrayList<>(config.lookups().values());
        declarations.addAll(config.statements().values());
        final Map<String, JdbcOperation> operations = new LinkedHashMap<>();
        final List<String> problems = new ArrayList<>();
        for (final Declaration declaration : declarations) {
            final Role role = declaration.lookup() ? Role.LOOKUP : Role.STATEMENT;
            final Target target = targets.get(declaration.database());
            try {
                final SqlText text = DeclaredSql.read(declaration, target.syntax());
                final JdbcOperation operation = target.operation(
                        role,
                        declaration.name(),
                        text,
                        declaration.types(),
                        target.footprint(Statements.update(text), declaration.reads(), declaration.writes()),
                        declaration.chunk());
                operations.put(declaration.name(), operation);
            } catch (final DeclaredSql.WrongDeclarationException e) {
                problems.add(role.section() + "." + declaration.name() + "." + e.key() + ": " + e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
        return operations;
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
        final Map<String, Target> targets = new LinkedHashMap<>();
        final Map<List<String>, DatabaseIdentity> identities = new HashMap<>();
        final List<Backend> backends = new ArrayList<>();
        try {
            for (final DatabaseConfig database : config.databases().values()) {
                final SqlSyntax syntax = DeclaredSql.syntax(database.url().value());
                final DatabaseIdentity identity = identities.computeIfAbsent(
                        List.of(database.url().value(), database.user()),
                        key -> DatabaseIdentity.toBeAsked(database.name()));
                final Checkpoint checkpoint = database.updates() == UpdateGuarantee.EXACTLY_ONCE
                        ? new ExactlyOnce(
                                origin, database.name(), config.databases().keySet())
                        : Checkpoint.AT_LEAST_ONCE;
                final boolean eager = config.statements().values().stream()
                        .anyMatch(statement ->
                                statement.database().equals(database.name()) && writes(statement.sql(), syntax));
                final Sessions sessions =
                        new Sessions(config.name(), database, connecting.pools(database), identity, syntax);
                final JdbcBackend backend = new JdbcBackend(config, database, sessions, checkpoint, eager, wakeUp);
                backends.add(backend);
                targets.put(
                        database.name(),
                        new Target(
                                database,
                                identity,
                                syntax,
                                backend,
                                config.chunk().limit()));
            }
            return new JdbcDatabases(config, backends, targets);
        } catch (final RuntimeException e) {
            backends.forEach(Backend::close);
            throw e;
        }
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
     * What is taken for a statement of that database which is not declared any more. It is never run: only what is
     * kept beside the checkpoint is looked up. Empty if nothing is kept there, or the database is not configured.
     */
    public Optional<Operation> formerStatement(String database) {
        return Optional.ofNullable(targets.get(database))
                .filter(target -> !target.backend().mayFailUnasked())
                .map(target -> formerStatements.computeIfAbsent(database, name -> former(target)));
    }

    private static Operation former(Target target) {
        return target.operation(
                Role.STATEMENT,
                "a former statement",
                SqlText.parse("DELETE FROM former", target.syntax()),
                Optional.empty(),
                target.footprint(true, Optional.of(Set.of()), Optional.of(Set.of())),
                true);
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
