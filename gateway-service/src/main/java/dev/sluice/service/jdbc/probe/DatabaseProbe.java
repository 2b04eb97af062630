package dev.sluice.service.jdbc.probe;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.config.DatabaseConfig.UpdateGuarantee;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.footprint.DatabaseIdentity;
import dev.sluice.service.core.footprint.DatabaseIdentity.Self;
import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.DeclaredSql;
import dev.sluice.service.jdbc.connect.DatabaseSelf;
import dev.sluice.service.jdbc.connect.Embedded;
import dev.sluice.service.jdbc.connect.Embedded.Place;
import dev.sluice.service.jdbc.connect.InitScript;
import dev.sluice.service.jdbc.connect.Look;
import dev.sluice.service.jdbc.connect.Look.UnreachableException;
import dev.sluice.service.jdbc.connect.ParameterTypes;
import dev.sluice.service.jdbc.connect.Product;
import dev.sluice.service.jdbc.connect.Session;
import dev.sluice.service.jdbc.connect.Session.Turn;
import dev.sluice.service.jdbc.connect.Sessions;
import dev.sluice.service.jdbc.dialect.Generic;
import dev.sluice.service.jdbc.dialect.HsqlDb;
import dev.sluice.service.jdbc.dialect.MariaDb;
import dev.sluice.service.jdbc.dialect.Query;
import dev.sluice.service.jdbc.dialect.SqlStates;
import dev.sluice.service.jdbc.dialect.Views;
import dev.sluice.service.jdbc.probe.DatabaseReport.Prepared;
import dev.sluice.service.jdbc.read.ReadCall;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.update.CheckpointSchema;
import dev.sluice.service.jdbc.update.Durability;
import dev.sluice.service.jdbc.update.Durability.Weakness;
import dev.sluice.service.update.CheckpointException;
import dev.sluice.service.update.DatabaseException.Meaning;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Inspects one database: reads its product and identity, and prepares the declared statements without running them. Creates and
 * changes nothing. Reads the files of HSQLDB and H2 without a lock; if they do not exist yet, inspects an in-memory database
 * instead. Files of other databases are the exception: they are opened as a gateway opens them, so the product may create or lock
 * them.
 */
public final class DatabaseProbe {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int ROUND_TRIPS = 21;

    /** The time limit for a database in this process, which is always available, but may take long to create or open. */
    private static final Duration PATIENCE_WITH_OURSELVES = Duration.ofSeconds(30);

    /** HSQLDB's error DATA_IS_READONLY, for a table whose rows are in a file that this process has opened read-only. */
    private static final int CACHED_TABLE_OF_A_LOOK = -456;

    /** The warning about sessions of other programs, which do not use the lock {@link Turn}. */
    private static final String HSQLDB_SERVER =
            "HSQLDB mixes up dates and timestamps if several sessions convert them to text at"
                    + " the same time: the gateway lets one session work at a time, but while other programs work on this server,"
                    + " a cast to text or the server's own log may get another session's date; see docs/reference/databases.md";

    private final GatewayConfig config;
    private final DatabaseConfig database;
    private final Embedded embedded;
    private final Session session;
    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private DatabaseProbe(GatewayConfig config, DatabaseConfig database, Embedded embedded, Session session) {
        this.config = config;
        this.database = database;
        this.embedded = embedded;
        this.session = session;
    }

    /**
     * Inspects a database; gives up after some seconds if it does not answer.
     *
     * @throws UnreachableException if the database cannot be inspected
     */
    public static DatabaseReport look(GatewayConfig config, DatabaseConfig database) throws UnreachableException {
        return look(config, database, DatabaseProbe::report);
    }

    /**
     * Explains one statement in relation to the declared ones, by an inspection like {@link #look}.
     *
     * @param asked the statement to explain, declared or not
     * @throws UnreachableException if the database cannot be inspected
     */
    public static Prepared explain(GatewayConfig config, DatabaseConfig database, Declaration asked)
            throws UnreachableException {
        return look(config, database, probe -> probe.explain(asked));
    }

    private interface Work<T> {
        T run(DatabaseProbe probe) throws SQLException;
    }

    private static <T> T look(GatewayConfig config, DatabaseConfig database, Work<T> work) throws UnreachableException {
        final Embedded embedded = Embedded.of(database.url().value());
        if (embedded.place() == Place.FILES_IN_USE) {
            throw new UnreachableException("its files are in use by another process", true);
        }
        final Duration patience = embedded.place() == Place.SERVER ? PATIENCE : PATIENCE_WITH_OURSELVES;
        try (Look look = Look.at(config.name(), database, embedded.url(), patience, patience)) {
            return look.look(session -> work.run(new DatabaseProbe(config, database, embedded, session)));
        }
    }

    private Prepared explain(Declaration asked) throws SQLException {
        final boolean empty = init();
        final Stream<Declaration> others =
                declarations().filter(other -> !other.name().equals(asked.name()));
        final DatabaseIdentity unasked = DatabaseIdentity.toBeAsked(database.name());
        return prepared(Stream.concat(Stream.of(typed(asked)), others).toList(), empty, unasked)
                .get(asked.name());
    }

    /** Returns the declaration with argument types; if it declares none, with the types that the database infers. */
    private Declaration typed(Declaration asked) {
        if (asked.types().isPresent()) {
            return asked;
        }
        try {
            return ParameterTypes.of(session.connection(), DeclaredSql.read(asked, Product.of(database)))
                    .map(asked::typed)
                    .orElse(asked);
        } catch (final IllegalArgumentException e) {
            return asked; // reported when the statement is prepared
        }
    }

    /** Returns the configuration's declarations for this database. */
    private Stream<Declaration> declarations() {
        return config.declarations()
                .filter(declaration -> declaration.database().equals(database.name()));
    }

    private DatabaseReport report() throws SQLException {
        if (session.dialect() instanceof HsqlDb && embedded.place() == Place.SERVER) {
            warnings.add(HSQLDB_SERVER);
        }
        final Optional<Self> self =
                embedded.place().standIn() ? Optional.empty() : Optional.of(DatabaseSelf.of(session.connection()));
        if (session.dialect() instanceof Generic generic) {
            warnings.addAll(generic.lacks());
        }
        if (database.snapshot() && !session.dialect().savepoints()) {
            problems.add(ReadCall.NO_SNAPSHOT);
        }
        final boolean empty = init();
        final String durability = durability();
        final List<Declaration> declarations = declarations().toList();
        final String updates = updates(declarations);
        final DatabaseIdentity known = DatabaseIdentity.toBeAsked(database.name());
        known.learn(DatabaseSelf.of(session.connection()), views(declarations));
        return new DatabaseReport(
                product(),
                roundTrip(),
                durability,
                updates,
                problems,
                warnings,
                prepared(declarations, empty, known),
                empty ? Set.of() : missing(declarations),
                self);
    }

    /** Reports on the init script; returns whether the database has no content yet. */
    private boolean init() throws SQLException {
        if (database.init().isEmpty()) {
            if (embedded.place().standIn()) {
                warnings.add(
                        embedded.place() == Place.MEMORY
                                ? "it is in the gateway's memory, empty at each start, and there is no init script"
                                : "its files do not exist: the gateway will create an empty database, as there is no"
                                        + " init script");
            }
            return embedded.place().standIn();
        }
        final List<String> script;
        try {
            script = InitScript.statements(
                    database.init().get(), session.dialect().syntax());
        } catch (final RuntimeException e) {
            problems.add("its init script cannot be used: " + e.getMessage());
            return true;
        }
        if (embedded.place().standIn()) {
            return !fill(script);
        }
        final boolean due = InitScript.isDue(script, session.connection());
        if (due) {
            warnings.add("it is empty: the gateway will run " + database.init().get() + " at its start");
        }
        return due;
    }

    private boolean fill(List<String> script) throws SQLException {
        session.connection().setReadOnly(false);
        try {
            InitScript.run(script, session.connection(), database.init().orElseThrow());
            return true;
        } catch (final SQLException e) {
            problems.add(Sessions.redacted(SqlStates.described(e), database));
            return false;
        }
    }

    /** Measures the round trip; the first tries also warm up the driver, and the median leaves them out. */
    private Optional<Duration> roundTrip() throws SQLException {
        if (embedded.place() != Place.SERVER) {
            return Optional.empty();
        }
        final long[] nanos = new long[ROUND_TRIPS];
        for (int i = 0; i < nanos.length; i++) {
            final long start = System.nanoTime();
            session.connection().isValid((int) PATIENCE.toSeconds());
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        return Optional.of(Duration.ofNanos(nanos[nanos.length / 2]));
    }

    private String product() throws SQLException {
        final DatabaseMetaData known = session.connection().getMetaData();
        final String product = known.getDatabaseProductName() + " " + known.getDatabaseProductVersion();
        return switch (embedded.place()) {
            case MEMORY -> product + ", in memory";
            case FILES_TO_COME -> product + ", created when the gateway first starts";
            default -> product;
        };
    }

    private String durability() {
        if (embedded.place() == Place.MEMORY) {
            return "in memory: nothing outlives the gateway";
        }
        try {
            final Optional<Weakness> weakness = embedded.place() == Place.FILES_TO_COME
                    ? Optional.empty() // it may be created with other settings
                    : Query.look(() -> Durability.weakness(session));
            if (weakness.isPresent() && weakness.get().mend().isPresent()) {
                return "the gateway makes it write each commit";
            } else if (weakness.isPresent()) {
                final String text = weakness.get().text();
                warnings.add(text);
                return text.substring(0, text.indexOf(':'));
            }
        } catch (final SQLException e) {
            return "not known"; // another product that uses the same protocol
        }
        final boolean known = session.postgres() || session.dialect() instanceof MariaDb;
        return known || embedded.place() != Place.SERVER ? "commits are on its disk" : "not known here";
    }

    private String updates(List<Declaration> declarations) throws SQLException {
        if (!database.adHoc().allowed()
                && declarations.stream().noneMatch(one -> DeclaredSql.writes(one, Product.of(database)))) {
            return "none declared";
        }
        if (database.updates() == UpdateGuarantee.AT_LEAST_ONCE) {
            return "at-least-once: a crash may run updates again";
        }
        if (embedded.place().standIn()) {
            return "exactly-once: the gateway makes its checkpoint tables";
        }
        try {
            if (new CheckpointSchema(config.name(), database.name()).exists(session)) {
                return "exactly-once: its checkpoint tables exist";
            }
        } catch (final CheckpointException e) {
            problems.add(Sessions.redacted(e.getMessage(), database));
            return "exactly-once: its checkpoint tables cannot be read";
        }
        if (session.postgres() && !mayCreate()) {
            warnings.add("exactly-once: its checkpoint tables do not exist, and user '" + database.user()
                    + "' may not create them: run config/sql/checkpoint-postgresql.sql");
        }
        return "exactly-once: the gateway makes its checkpoint tables with the first update";
    }

    private boolean mayCreate() throws SQLException {
        final String may = "SELECT current_schema() IS NOT NULL AND has_schema_privilege(current_schema(), 'CREATE')";
        return Query.rows(session.connection(), row -> row.getBoolean(1), may).contains(true);
    }

    private Map<String, Prepared> prepared(List<Declaration> declarations, boolean empty, DatabaseIdentity known)
            throws SQLException {
        final FormPreview forms = new FormPreview(
                database,
                session,
                new CatalogTables(session.connection()),
                config.chunk().limit());
        final Map<String, Prepared> prepared = new LinkedHashMap<>();
        final List<Preview> previews = new ArrayList<>();
        for (final Declaration declaration : declarations) {
            try {
                final SqlText text = DeclaredSql.read(declaration, Product.of(database));
                previews.add(Query.look(() -> forms.of(declaration, text)));
            } catch (final SQLException e) {
                prepared.put(declaration.name(), failed(e, empty));
            } catch (final IllegalArgumentException e) {
                prepared.put(declaration.name(), new Prepared.Refused(e.getMessage()));
            }
        }
        for (final Preview one : previews) {
            final List<Preview> others =
                    previews.stream().filter(other -> other != one).toList();
            prepared.put(
                    one.declaration().name(),
                    new Prepared.As(
                            one.form(),
                            one.reads().shown(),
                            one.update() ? one.writes().shown() : "-",
                            one.beyondDeclared(known),
                            Explanation.notes(one, others),
                            Explanation.of(one, others)));
        }
        return prepared;
    }

    private Prepared failed(SQLException error, boolean empty) throws SQLException {
        final Meaning meaning = session.meaning(error);
        if (meaning == Meaning.OUTAGE) {
            throw error;
        }
        session.rollback();
        if (error.getErrorCode() == CACHED_TABLE_OF_A_LOOK && session.dialect() instanceof HsqlDb) {
            return new Prepared.Untried(
                    "not tried: HSQLDB prepares no update of a CACHED table while its files are read-only");
        }
        return empty && meaning == Meaning.MISSING
                ? new Prepared.Untried("not tried: the database is empty")
                : new Prepared.Refused(Sessions.redacted(SqlStates.described(error), database));
    }

    /** Returns the declared tables that do not exist as tables, views or synonyms. */
    private Set<String> missing(List<Declaration> declarations) throws SQLException {
        final Set<String> declared =
                declarations.stream().flatMap(Declaration::tables).collect(Collectors.toCollection(TreeSet::new));
        return Query.told(
                        session.connection(),
                        () -> missing(declared),
                        refused -> warnings.add("it does not report which declared tables exist: "
                                + Sessions.redacted(SqlStates.described(refused), database)))
                .orElse(Set.of());
    }

    private Set<String> missing(Set<String> declared) throws SQLException {
        final Set<String> missing = new TreeSet<>(declared);
        final CatalogTables tables = new CatalogTables(session.connection());
        for (final String name : declared) {
            if (tables.has(TableName.of(name))) {
                missing.remove(name);
            }
        }
        return missing;
    }

    /** Returns the declared names that are views, with the tables that each reads. */
    private Map<TableName, Optional<Set<TableName>>> views(List<Declaration> declarations) throws SQLException {
        final Set<TableName> tables = declarations.stream()
                .flatMap(Declaration::tables)
                .map(TableName::of)
                .collect(Collectors.toSet());
        return Query.told(
                        session.connection(),
                        () -> Views.among(
                                session.connection(), Product.of(database).syntax(), tables),
                        refused -> warnings.add(
                                "it does not report which declared names are views; each counts as a table of its own: "
                                        + Sessions.redacted(SqlStates.described(refused), database)))
                .orElse(Map.of());
    }
}
