package dev.sluice.service.jdbc;

import dev.sluice.api.FailureKind;
import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.DatabaseConfig.TransactionMode;
import dev.sluice.service.config.DatabaseConfig.UpdateGuarantee;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.Declaration.Chunking;
import dev.sluice.service.config.Declaration.Trust;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.core.footprint.DatabaseIdentity;
import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.connect.Connecting;
import dev.sluice.service.jdbc.connect.Product;
import dev.sluice.service.jdbc.connect.Sessions;
import dev.sluice.service.jdbc.proof.SchemaChanges;
import dev.sluice.service.jdbc.read.JdbcOperation;
import dev.sluice.service.jdbc.read.StatementFootprints;
import dev.sluice.service.jdbc.read.StatementFootprints.Schema;
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
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The databases of a configuration, with their operations and their backends. Belongs to the service thread. */
public final class JdbcDatabases implements AutoCloseable {

    /**
     * The wait for a database's catalog may take this many times as long as the wait for the database itself. Waiting for a slow
     * catalog is better than starting without it, because then most requests would conflict, and the calls would be small.
     */
    private static final int LONGER = 5;

    /** The number of ad hoc SQL texts whose operations are cached. */
    private static final int KEPT_SQL = 1_000;

    private final Map<String, JdbcOperation> operations;
    private final Optional<Target> adHoc;
    private final Map<String, JdbcOperation> sqlSeenLast = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<String, Target> targets;
    private final Map<String, Operation> formerStatements = new HashMap<>();

    private JdbcDatabases(GatewayConfig config, Map<String, Target> targets) {
        this.targets = targets;
        this.operations = declared(config, targets);
        this.adHoc = config.adHocDatabase().map(database -> targets.get(database.name()));
        targets.values()
                .forEach(target -> target.backend()
                        .begin(operations.values().stream()
                                .filter(operation -> operation.backend() == target.backend())
                                .toList()));
    }

    /** Returns the operations of all declared lookups and statements by their names. */
    private static Map<String, JdbcOperation> declared(GatewayConfig config, Map<String, Target> targets) {
        final Map<String, JdbcOperation> operations = new LinkedHashMap<>();
        final List<String> problems = new ArrayList<>();
        for (final Declaration declaration : config.declarations().toList()) {
            final Target target = targets.get(declaration.database());
            try {
                final SqlText text = DeclaredSql.read(declaration, target.product());
                operations.put(declaration.name(), target.operation(declaration, text, Statements.update(text)));
            } catch (final DeclaredSql.WrongDeclarationException e) {
                final String section = declaration.lookup() ? "lookups." : "statements.";
                problems.add(section + declaration.name() + "." + e.key() + ": " + e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
        return operations;
    }

    /**
     * Starts the workers; no database is contacted yet.
     *
     * @param connecting the connections of this configuration
     * @param origin the queues that the requests come from; a checkpoint belongs to them
     * @param updatesWait whether updates without results may be waiting for a database, although no update is declared for it
     * @param wakeUp called, on any thread, when a backend has a reply for its {@code poll}
     * @throws IllegalArgumentException if declared statements are invalid; the message lists all of them
     */
    public static JdbcDatabases open(
            GatewayConfig config,
            Connecting connecting,
            Origin origin,
            Predicate<DatabaseConfig> updatesWait,
            Runnable wakeUp) {
        final Map<String, Target> targets = new LinkedHashMap<>();
        final Map<List<String>, DatabaseIdentity> identities = new HashMap<>();
        final List<Schema> schemas = new ArrayList<>();
        final Set<TableName> declared = tables(config);
        try {
            for (final DatabaseConfig database : config.databases().values()) {
                final Product product = Product.of(database);
                final DatabaseIdentity identity = identities.computeIfAbsent(
                        List.of(database.url().value(), database.user()),
                        key -> DatabaseIdentity.toBeAsked(database.name()));
                final Checkpoint checkpoint = database.updates() == UpdateGuarantee.EXACTLY_ONCE
                        ? new ExactlyOnce(
                                origin, database.name(), config.databases().keySet())
                        : Checkpoint.AT_LEAST_ONCE;
                final boolean eager = config.statements().values().stream()
                                .anyMatch(statement -> statement.database().equals(database.name())
                                        && DeclaredSql.writes(statement, product))
                        || checkpoint.keepsOutcomes() && updatesWait.test(database);
                final Sessions sessions = new Sessions(
                        config.name(), database, connecting.pools(database).hold(), identity, declared);
                final SchemaChanges changes = new SchemaChanges();
                final Schema schema = new Schema(identity, changes, schemas);
                schemas.add(schema);
                final JdbcBackend backend =
                        new JdbcBackend(config, database, sessions, changes, checkpoint, eager, wakeUp);
                final int chunkLimit = config.chunk().limit();
                targets.put(database.name(), new Target(database, schema, product, backend, chunkLimit));
            }
            return new JdbcDatabases(config, targets);
        } catch (final RuntimeException e) {
            targets.values().forEach(target -> target.backend().close());
            throw e;
        }
    }

    /** Returns all table names in declarations, for all databases together. */
    private static Set<TableName> tables(GatewayConfig config) {
        return config.declarations()
                .flatMap(Declaration::tables)
                .map(TableName::of)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Waits for each database to which declared statements write, until its identity and the footprints of its declared
     * statements (the tables and rows that they touch) are known. Until then requests are ordered as if each request touched
     * everything.
     *
     * @param nanos the longest wait for a database that is unavailable; for the footprints of an available database the wait may
     *     be longer
     */
    public void awaitFootprints(long nanos) {
        final long deadline = System.nanoTime() + nanos;
        final List<Target> written = targets.values().stream()
                .filter(target -> operations.values().stream()
                        .anyMatch(operation -> operation.update() && operation.backend() == target.backend()))
                .toList();
        written.forEach(target -> target.schema().database().await(deadline - System.nanoTime()));
        final long proved = System.nanoTime() + LONGER * nanos;
        written.stream()
                .filter(target -> !target.schema().database().unknown())
                .forEach(target -> target.backend().awaitProofs(proved - System.nanoTime()));
    }

    /**
     * Returns a placeholder operation for statements of this database that are not declared any more. It is never executed;
     * it only serves to look up outcomes stored with the checkpoint. Empty if the database stores no outcomes or is not
     * configured.
     */
    public Optional<Operation> formerStatement(String database) {
        return Optional.ofNullable(targets.get(database))
                .filter(target -> !target.backend().mayFailUnasked())
                .map(target -> formerStatements.computeIfAbsent(database, name -> former(target)));
    }

    private static Operation former(Target target) {
        final Declaration former = new Declaration(
                "a former statement",
                false,
                target.config().name(),
                "DELETE FROM former",
                Optional.empty(),
                Optional.of(Set.of()),
                Optional.of(Set.of()),
                Chunking.PROVED,
                Set.of(Trust.DECLARED),
                Optional.empty());
        final SqlText text = SqlText.parse(former.sql(), target.product().syntax());
        return target.operation(former, text, true);
    }

    /** Returns the declared lookups and statements by their names. */
    public Map<String, ? extends NamedOperation> operations() {
        return operations;
    }

    /**
     * Returns the operation for an ad hoc SQL text. While the text is in the cache of recently used texts, each call returns the
     * same instance.
     *
     * @throws RefusedException if no database allows the text, or if the text is not a statement that may be run
     */
    public NamedOperation sql(String text) throws RefusedException {
        final JdbcOperation seen = sqlSeenLast.get(text);
        if (seen != null) {
            seen.comesAgain();
            return seen;
        }
        final Target allowed = adHoc.orElseThrow(() -> new RefusedException(
                FailureKind.NOT_ALLOWED,
                "SQL that is not declared is not allowed: declare it under statements, or set databases."
                        + String.join(" or databases.", targets.keySet()) + ".adHoc to true"));
        if (!allowed.config().adHoc().allows(text)) {
            throw new RefusedException(
                    FailureKind.NOT_ALLOWED,
                    "SQL '" + NamedOperation.shown(text) + "' is none of the texts of "
                            + allowed.config().adHoc().files() + ", which databases."
                            + allowed.config().name() + ".adHoc lists: add it to one of them, with a line ; after it");
        }
        final JdbcOperation made = read(text, allowed);
        sqlSeenLast.put(text, made);
        if (sqlSeenLast.size() > KEPT_SQL) {
            sqlSeenLast.remove(sqlSeenLast.keySet().iterator().next());
        }
        return made;
    }

    private static JdbcOperation read(String sql, Target allowed) throws RefusedException {
        FailureKind refused = FailureKind.NOT_ALLOWED;
        try {
            Statements.refuseOwnTables(sql);
            refused = FailureKind.INVALID;
            final SqlText text = SqlText.parse(sql, allowed.product().syntax());
            final boolean update = Statements.update(text);
            refused = FailureKind.NOT_ALLOWED;
            allowed.product().refuseState(text);
            final Declaration adHoc = Declaration.adHoc(allowed.config().name(), sql, Optional.empty());
            return allowed.operation(adHoc, text, update);
        } catch (final IllegalArgumentException e) {
            throw new RefusedException(refused, "SQL '" + NamedOperation.shown(sql) + "': " + e.getMessage());
        }
    }

    public List<Backend> backends() {
        return targets.values().stream().<Backend>map(Target::backend).toList();
    }

    @Override
    public void close() {
        backends().forEach(Backend::close);
    }

    /**
     * A configured database together with its backend.
     *
     * @param schema the schema and identity of the database; two configured databases with the same URL and user share it
     * @param chunkLimit the maximum number of questions in one call of reads
     */
    private record Target(DatabaseConfig config, Schema schema, Product product, JdbcBackend backend, int chunkLimit) {

        /**
         * Creates the operation for a declaration.
         *
         * @param text the declaration's SQL
         * @param update whether the text writes, or is executed like an update
         */
        JdbcOperation operation(Declaration declaration, SqlText text, boolean update) {
            return new JdbcOperation(
                    declaration,
                    text,
                    update,
                    () -> operation(declaration, text, true),
                    new StatementFootprints(schema, update, declaration),
                    callLimit(text, update),
                    backend);
        }

        private int callLimit(SqlText text, boolean update) {
            if (text.kind() == SqlText.Kind.OTHER) {
                return 1;
            }
            // If each update has its own transaction, the limit only bounds the updates that one call answers.
            return !update || config.transaction() == TransactionMode.EACH
                    ? chunkLimit
                    : config.updatesPerTransaction();
        }
    }
}
