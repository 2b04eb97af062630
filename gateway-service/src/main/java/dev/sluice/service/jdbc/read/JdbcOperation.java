package dev.sluice.service.jdbc.read;

import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.Declaration.Chunking;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Item;
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
import org.slf4j.LoggerFactory;

/** A lookup, a declared statement, or SQL that a database allows. One instance for each; any thread. */
public final class JdbcOperation implements NamedOperation {

    /** The section of the configuration that an operation comes from. */
    public enum Role {
        LOOKUP("lookup"),
        STATEMENT("statement"),
        AD_HOC("SQL");

        private final String word;

        Role(String word) {
            this.word = word;
        }

        /** Where the configuration declares it. */
        public String section() {
            return word + "s";
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(JdbcOperation.class);

    private static final int SIGNATURES = 64;

    private final Role role;
    private final String name;
    private final String countedAs;
    private final SqlText text;
    private final boolean update;
    private final Supplier<JdbcOperation> madeAsUpdate;
    private Optional<JdbcOperation> asUpdate = Optional.empty();
    private final Optional<List<ValueType>> types;
    private final StatementFootprints footprints;
    private final Chunking chunking;
    private final boolean trusted;
    private final int callLimit;
    private final Backend backend;
    private volatile boolean cameAgain;
    private final Map<Signature, ReadPlan> plans = new LinkedHashMap<>(4, 0.75f, true);

    /**
     * @param update whether it writes, or is asked as what writes
     * @param madeAsUpdate makes the one for executeUpdate of a statement that reads
     * @param types the declared types of the arguments
     * @param footprints what its requests touch
     * @param chunking when requests of it share a statement
     * @param trusted whether the configuration lets requests of it share a transaction unproved
     * @param callLimit the most questions of it in one call
     */
    public JdbcOperation(
            Role role,
            String name,
            SqlText text,
            boolean update,
            Supplier<JdbcOperation> madeAsUpdate,
            Optional<List<ValueType>> types,
            StatementFootprints footprints,
            Chunking chunking,
            boolean trusted,
            int callLimit,
            Backend backend) {
        this.role = role;
        this.name = name;
        this.countedAs = role == Role.AD_HOC ? StatementName.of(text) : name;
        this.text = text;
        this.update = update;
        this.madeAsUpdate = madeAsUpdate;
        this.types = types;
        this.footprints = footprints;
        this.chunking = chunking;
        this.trusted = trusted;
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
        return types;
    }

    /** Whether the configuration says what its arguments are, so that a text that does not fit them is its fault. */
    boolean typesKnown() {
        return role != Role.AD_HOC && (types.isPresent() || text.parameters() == 0);
    }

    /** Whether it is run in no transaction but its own: DDL, CALL and the like. */
    public boolean alone() {
        return text.kind() == SqlText.Kind.OTHER;
    }

    @Override
    public Kind kind() {
        return role == Role.LOOKUP ? Kind.LOOKUP : Kind.STATEMENT;
    }

    @Override
    public void check(Arguments arguments) throws RefusedException {
        checkTypes(text.parameters(), types, arguments);
    }

    /** How it is asked with arguments of these types; empty if that is not known yet, or not any more. */
    Optional<ReadPlan> plan(Signature signature) {
        synchronized (plans) {
            return Optional.ofNullable(plans.get(signature)).filter(plan -> !plan.outdated());
        }
    }

    /**
     * Whether a request waits for all reads before it, since locks of transactions, the time and sequences show two at a time.
     * SQL with its values in its text is not proved: the functions that it names decide.
     */
    boolean oneAtATime() {
        if (!mayComeAgain()) {
            return StableFunctions.changing(text).isPresent();
        }
        synchronized (plans) {
            return chunking != Chunking.ASSERTED
                    && (plans.isEmpty() || plans.values().stream().anyMatch(ReadPlan::oneAtATime));
        }
    }

    /** Keeps how it is asked, and what was learned about that if it is asked as before. */
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

    /** Whether it may change the schema: DDL and the like, and a CALL that the configuration does not vouch for. */
    public boolean mayChangeSchema() {
        return alone() && !(footprints.believed() && text.firstKeyword().equals("CALL"));
    }

    /** From here on nothing is known of what other statements touch, if it may change the schema. */
    @Override
    public void planned(Item request) {
        if (mayChangeSchema()) {
            final List<SchemaChanges> changed = footprints.schema().changed();
            changed.forEach(SchemaChanges::begin);
            request.keptBy(outcome -> changed.forEach(SchemaChanges::end));
        }
    }

    /** Whether a worker asks the catalog what it touches: not for what is believed, opaque, or may not come again. */
    public boolean provable() {
        return !alone() && !footprints.believed() && mayComeAgain();
    }

    /** The catalog was asked for arguments of these types; a first answer that is more than what is declared is logged. */
    public void proved(ValueType[] types, Proof proof) {
        footprints
                .proved(types, proof)
                .ifPresent(beyond -> LOG.warn(
                        "{} {}. What the catalog says counts: declare nothing, or trust: declared, if no request can tell",
                        this,
                        beyond));
    }

    /** See {@link #proved(ValueType[], Proof)}. */
    public void proved(Arguments arguments, Proof proof) {
        final ValueType[] sent = new ValueType[arguments.count()];
        Arrays.setAll(sent, arguments::type);
        proved(sent, proof);
    }

    /** A job sends it another time. */
    public void comesAgain() {
        cameAgain = true;
        asUpdate.ifPresent(JdbcOperation::comesAgain);
    }

    /** Whether it may be asked again: SQL of a job's may have its values in it. */
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

    /** When requests of it share a statement; a call they may share, to be asked one after another. */
    public Chunking chunking() {
        return chunking;
    }

    /** Whether it may share a transaction with other updates though nothing proves that it can tell none. */
    public boolean trusted() {
        return trusted;
    }

    @Override
    public boolean chunked() {
        return true;
    }

    /** The worker that asks them finds equal keys, as it knows what is proved. */
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

    /** As messages name it: {@code lookup 'customer'}. */
    @Override
    public String toString() {
        return role.word + " '" + NamedOperation.shown(name) + "'";
    }
}
