package dev.sluice.service.jdbc.read;

import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.Declaration;
import dev.sluice.service.config.Declaration.Trust;
import dev.sluice.service.core.footprint.Bound;
import dev.sluice.service.core.footprint.DatabaseIdentity;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.core.footprint.TableName;
import dev.sluice.service.jdbc.proof.DeclaredTables;
import dev.sluice.service.jdbc.proof.Footprint.Proof;
import dev.sluice.service.jdbc.proof.Footprint.Tables;
import dev.sluice.service.jdbc.proof.SchemaChanges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The footprints of the requests of one statement, by the types of their arguments. A footprint names the tables and rows that a
 * request touches; workers prove it from the catalog. Without a proof, or after the proof has expired, a footprint covers every
 * table.
 *
 * <p>A request keeps the footprint with which it was planned, so a request in flight may have an older footprint than the
 * requests that are planned now. The order of results is right nevertheless. A statement of the gateway that may change the
 * schema waits for all earlier requests, and all later requests wait for this statement; from its request on, no footprint is
 * known. A change by other programs is seen within a minute, as promised, because no proof holds for longer than a minute.
 */
public final class StatementFootprints {

    private static final int SIGNATURES = 64;
    private static final Known[] NONE = {};

    private final Schema schema;
    private final boolean update;
    private final DeclaredTables declared;
    private final boolean believed;
    private final Footprint unproved;
    private volatile Known[] known = NONE;

    /** A database, and the footprints that its statements have while nothing is proved about them. */
    public static final class Schema {

        private final DatabaseIdentity database;
        private final SchemaChanges changes;
        private final Collection<Schema> configured;
        /** One instance for all statements, like the next field, because the planner recognizes footprints by identity. */
        private final Footprint anyRead;

        private final Footprint anyUpdate;

        /** @param configured all configured databases; two of them may be the same physical database */
        public Schema(DatabaseIdentity database, SchemaChanges changes, Collection<Schema> configured) {
            this.database = database;
            this.changes = changes;
            this.configured = configured;
            this.anyRead = Footprint.read(database, Optional.empty());
            this.anyUpdate = Footprint.update(database, Optional.empty(), Optional.empty());
        }

        /** Returns the identity of the database. */
        public DatabaseIdentity database() {
            return database;
        }

        /** Returns the schema changes of this database and of all configured databases that may be the same one. */
        List<SchemaChanges> changed() {
            return configured.stream()
                    .filter(other -> other.database.mayBe(database))
                    .map(other -> other.changes)
                    .toList();
        }
    }

    private record Known(ValueType[] types, Proof proof, Footprint footprint) {

        /** @param nulls whether a NULL argument matches any type */
        boolean of(Arguments arguments, boolean nulls) {
            for (int i = 0; i < types.length; i++) {
                if (arguments.type(i) != types[i] && !(nulls && arguments.type(i) == ValueType.NULL)) {
                    return false;
                }
            }
            return true; // the number of arguments was checked before
        }

        boolean says(Proof other) {
            return proof.footprint().reads().equals(other.footprint().reads())
                    && proof.footprint().writes().equals(other.footprint().writes());
        }
    }

    /** @param declaration says which tables are declared, and whether they count without a proof */
    public StatementFootprints(Schema schema, boolean update, Declaration declaration) {
        this.schema = schema;
        this.update = update;
        this.declared = new DeclaredTables(declaration.reads(), declaration.writes());
        this.believed = declaration.trust().contains(Trust.DECLARED);
        this.unproved = believed
                ? update
                        ? Footprint.update(schema.database(), declared.reads(), declared.writes())
                        : Footprint.read(schema.database(), declared.reads())
                : update ? schema.anyUpdate : schema.anyRead;
    }

    Schema schema() {
        return schema;
    }

    /** Whether the declared tables count without a proof. */
    boolean believed() {
        return believed;
    }

    /** Returns the footprint of a request with these arguments, as far as it is known. Called by the service thread. */
    Footprint of(Arguments arguments) {
        for (final Known one : known) {
            if (one.of(arguments, false) && schema.changes.holds(one.proof())) {
                return one.footprint();
            }
        }
        for (final Known one : known) {
            if (one.of(arguments, true) && schema.changes.holds(one.proof())) {
                final ValueType[] types = new ValueType[arguments.count()];
                Arrays.setAll(types, arguments::type);
                proved(types, one.proof());
                return of(arguments);
            }
        }
        return unproved;
    }

    /** Returns the footprint of the last proof, however old, unless the gateway may have changed the schema after that proof. */
    Footprint last(Arguments arguments) {
        for (final Known one : known) {
            if (one.of(arguments, false) && schema.changes.noneSince(one.proof())) {
                return one.footprint();
            }
        }
        return of(arguments);
    }

    /**
     * Stores a proof for arguments of these types. Any thread.
     *
     * @return for the first proof, a description of the tables that it names beyond the declared ones; otherwise empty
     */
    synchronized Optional<String> proved(ValueType[] types, Proof proof) {
        if (believed
                || Arrays.stream(known).anyMatch(one -> one.proof() == proof && Arrays.equals(one.types(), types))) {
            return Optional.empty();
        }
        final boolean first = known.length == 0;
        final List<Known> all = new ArrayList<>();
        final Footprint footprint = Arrays.stream(known)
                .filter(one -> Arrays.equals(one.types(), types) && one.says(proof))
                .findFirst()
                .map(Known::footprint)
                .orElseGet(() -> footprint(types, proof));
        all.add(new Known(types, proof, footprint));
        Arrays.stream(known)
                .filter(one -> !Arrays.equals(one.types(), types))
                .limit(SIGNATURES - 1)
                .forEach(all::add);
        known = all.toArray(NONE);
        return first ? declared.lacks(proof.footprint(), update, schema.database()) : Optional.empty();
    }

    /** Converts a proof to a footprint for the planner. A read writes no table, because its session is read-only. */
    private Footprint footprint(ValueType[] types, Proof proof) {
        return Footprint.of(
                schema.database(),
                tables(types, proof.footprint().reads()),
                update ? tables(types, proof.footprint().writes()) : Optional.of(Map.of()));
    }

    /**
     * Leaves out bounds (columns that equal an argument) whose argument is NULL, because a proof for another type shows which
     * tables a request with NULL touches, but not which rows.
     */
    private static Optional<Map<TableName, Set<Bound>>> tables(ValueType[] types, Tables tables) {
        return tables.bounds()
                .map(bounds -> bounds.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                table -> table.getValue().stream()
                                        .filter(bound -> types[bound.parameter()] != ValueType.NULL)
                                        .collect(Collectors.toSet()))));
    }
}
