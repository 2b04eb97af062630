package dev.sluice.service.jdbc.read;

import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.Declaration.Chunking;
import dev.sluice.service.config.Declaration.Trust;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.MaskedLog;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.jdbc.dialect.Signature;
import dev.sluice.service.jdbc.dialect.StableFunctions;
import dev.sluice.service.jdbc.proof.Footprint.Proof;
import dev.sluice.service.jdbc.proof.SchemaChanges;
import dev.sluice.service.jdbc.sql.SqlText;
import dev.sluice.service.jdbc.sql.StatementName;
import dev.sluice.service.jdbc.sql.Statements;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;

/** A lookup, a declared statement, or ad hoc SQL that the configuration allows. One instance for each of these. Any thread. */
public final class JdbcOperation implements NamedOperation {

    /** Where an operation comes from. */
    enum Role {
        LOOKUP("lookup"),
        STATEMENT("statement"),
        AD_HOC("SQL");

        private final String word;

        Role(String word) {
            this.word = word;
        }

        static Role of(Declaration declaration) {
            return declaration.lookup() ? LOOKUP : declaration.isAdHoc() ? AD_HOC : STATEMENT;
        }
    }

    private static final Logger LOG = MaskedLog.of(JdbcOperation.class);

    private static final int SIGNATURES = 64;

    private final Declaration declaration;
    private final Role role;
    private final String name;
    private final String countedAs;
    private final SqlText text;
    private final boolean update;
    private final Supplier<JdbcOperation> madeAsUpdate;
    private Optional<JdbcOperation> asUpdate = Optional.empty();
    private final StatementFootprints footprints;
    private final int callLimit;
    private final Backend backend;
    private volatile boolean cameAgain;
    private final Map<Signature, ReadPlan> plans = new LinkedHashMap<>(4, 0.75f, true);

    /**
     * @param text the SQL of the declaration
     * @param update whether the statement writes, or is executed as an update because a job sends it with executeUpdate
     * @param madeAsUpdate creates the operation for executeUpdate of the same text, if the text is a query
     * @param footprints the footprints of the operation's requests
     * @param callLimit the maximum number of questions in one call
     */
    public JdbcOperation(
            Declaration declaration,
            SqlText text,
            boolean update,
            Supplier<JdbcOperation> madeAsUpdate,
            StatementFootprints footprints,
            int callLimit,
            Backend backend) {
        this.declaration = declaration;
        this.role = Role.of(declaration);
        this.name = role == Role.AD_HOC ? declaration.sql() : declaration.name();
        this.countedAs = role == Role.AD_HOC ? StatementName.of(text) : name;
        this.text = text;
        this.update = update;
        this.madeAsUpdate = madeAsUpdate;
        this.footprints = footprints;
        this.callLimit = callLimit;
        this.backend = backend;
    }

    Role role() {
        return role;
    }

    public SqlText text() {
        return text;
    }

    public Optional<List<ValueType>> types() {
        return declaration.types();
    }

    /** Whether the configuration declares the argument types. If so, a statement that does not fit them is misconfigured. */
    boolean typesKnown() {
        return role != Role.AD_HOC && (types().isPresent() || text.parameters() == 0);
    }

    /** Whether the statement never runs in a transaction of the gateway; true for DDL, CALL and the like. */
    public boolean alone() {
        return text.kind() == SqlText.Kind.OTHER;
    }

    @Override
    public Kind kind() {
        return role == Role.LOOKUP ? Kind.LOOKUP : Kind.STATEMENT;
    }

    @Override
    public void check(Arguments arguments) throws RefusedException {
        checkTypes(text.parameters(), types(), arguments);
    }

    /** Returns the plan for arguments of these types; empty if there is no plan yet, or if the plan is outdated. */
    Optional<ReadPlan> plan(Signature signature) {
        synchronized (plans) {
            return Optional.ofNullable(plans.get(signature)).filter(plan -> !plan.outdated());
        }
    }

    /**
     * Whether a request waits for all earlier reads. It does so unless the catalog proves that two concurrent reads cannot notice
     * each other by a lock, the time or a number from a sequence. For SQL that contains its values nothing is proved; the
     * functions in the text decide instead.
     */
    boolean oneAtATime() {
        if (!mayComeAgain()) {
            return StableFunctions.changing(text).isPresent();
        }
        synchronized (plans) {
            return chunking() != Chunking.ASSERTED
                    && (plans.isEmpty() || plans.values().stream().anyMatch(ReadPlan::oneAtATime));
        }
    }

    /**
     * Stores a plan and returns it. If the former plan has the same forms, keeps and returns the former plan with its findings.
     */
    ReadPlan keep(Signature signature, ReadPlan plan) {
        synchronized (plans) {
            final ReadPlan kept = plans.merge(signature, plan, (first, made) -> first.asksAs(made) ? first : made);
            if (plans.size() > SIGNATURES) {
                plans.remove(plans.keySet().iterator().next());
            }
            return kept;
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String countedAs() {
        return countedAs;
    }

    @Override
    public boolean declared() {
        return role != Role.AD_HOC;
    }

    @Override
    public Footprint footprint(Arguments arguments) {
        return footprints.of(arguments);
    }

    @Override
    public Footprint lastFootprint(Arguments arguments) {
        return footprints.last(arguments);
    }

    /** Whether the statement may change the schema: true for DDL, and for a CALL whose tables are not declared with trust. */
    public boolean mayChangeSchema() {
        return alone() && !(footprints.believed() && text.firstKeyword().equals("CALL"));
    }

    /**
     * If this statement may change the schema, all footprints are unknown from now on, until they are proved again after the
     * statement.
     */
    @Override
    public void planned(Item request) {
        if (mayChangeSchema()) {
            final List<SchemaChanges> changed = footprints.schema().changed();
            changed.forEach(SchemaChanges::begin);
            request.keptBy(outcome -> changed.forEach(SchemaChanges::end));
        }
    }

    /**
     * Whether workers prove the statement's footprint from the catalog; not for trusted declarations, DDL, CALL, and SQL that may
     * be sent only once.
     */
    public boolean provable() {
        return !alone() && !footprints.believed() && mayComeAgain();
    }

    /** Stores a proof for arguments of these types. If the first proof names tables that are not declared, logs a warning. */
    public void proved(ValueType[] types, Proof proof) {
        footprints
                .proved(types, proof)
                .ifPresent(beyond -> LOG.warn(
                        "{} {}. The gateway goes by the catalog: delete the declaration, or add trust: declared if no"
                                + " request can notice",
                        this,
                        beyond));
    }

    /** See {@link #proved(ValueType[], Proof)}. */
    public void proved(Arguments arguments, Proof proof) {
        final ValueType[] sent = new ValueType[arguments.count()];
        Arrays.setAll(sent, arguments::type);
        proved(sent, proof);
    }

    /** Records that a job has sent the same SQL before. */
    public void comesAgain() {
        cameAgain = true;
        asUpdate.ifPresent(JdbcOperation::comesAgain);
    }

    /**
     * Whether the statement may be sent again. Ad hoc SQL without parameters may contain its values, and is then sent only once.
     */
    public boolean mayComeAgain() {
        return role != Role.AD_HOC || text.parameters() > 0 || cameAgain;
    }

    @Override
    public boolean update() {
        return update;
    }

    /** Belongs to the service thread. */
    @Override
    public Optional<JdbcOperation> asUpdate() {
        if (asUpdate.isEmpty() && !update && role != Role.LOOKUP) {
            final JdbcOperation made = madeAsUpdate.get();
            made.cameAgain = cameAgain;
            asUpdate = Optional.of(made);
        }
        return asUpdate;
    }

    /** See {@link Statements#givesRows}. */
    public boolean givesRows() {
        return Statements.givesRows(text);
    }

    /**
     * Returns the condition under which one statement may execute several requests. Even requests that each need a statement of their own may share a
     * call.
     */
    public Chunking chunking() {
        return declaration.chunk();
    }

    /** Whether updates of this operation may share a transaction with other updates without a proof. */
    public boolean trusted() {
        return declaration.trust().contains(Trust.TRANSACTION);
    }

    @Override
    public boolean chunked() {
        return true;
    }

    /**
     * Returns false, because the worker merges equal keys itself; only the worker knows whether the catalog proves that equal
     * keys may share a result.
     */
    @Override
    public boolean sharesEqualKeys() {
        return false;
    }

    @Override
    public int callLimit() {
        return callLimit;
    }

    @Override
    public Backend backend() {
        return backend;
    }

    /** Returns the operation's name for messages, as in {@code lookup 'customer'}. */
    @Override
    public String toString() {
        return role.word + " '" + NamedOperation.shown(name) + "'";
    }
}
