package dev.sluice.service.jdbc.read;

import dev.sluice.api.ValueType;
import dev.sluice.internal.wire.Arguments;
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
 * Footprints of the requests of one statement, by the types of their arguments, as workers found them in the catalog; everything
 * where that is not known, or not any more.
 *
 * <p>A request keeps the footprint that it was planned with, so one in flight may have another than those that are planned
 * now. That reorders nothing: a statement of the gateway's that may change the schema waits for all before it and is waited
 * for by all after it, and from its request on nothing is known; a change by others is promised to be seen only within the
 * minute for which a proof holds.
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

    /** A database, and what is not proved of it. */
    public static final class Schema {

        private final DatabaseIdentity database;
        private final SchemaChanges changes;
        private final Collection<Schema> configured;
        /** One for all statements, as the next: the planner keeps what it knows of a footprint by its identity. */
        private final Footprint anyRead;

        private final Footprint anyUpdate;

        /** @param configured all that are configured: two may be one database */
        public Schema(DatabaseIdentity database, SchemaChanges changes, Collection<Schema> configured) {
            this.database = database;
            this.changes = changes;
            this.configured = configured;
            this.anyRead = Footprint.read(database, Optional.empty());
            this.anyUpdate = Footprint.update(database, Optional.empty(), Optional.empty());
        }

        /** Which database it is. */
        public DatabaseIdentity database() {
            return database;
        }

        /** The footprint that changes with this one. */
        List<SchemaChanges> changed() {
            return configured.stream()
                    .filter(other -> other.database.mayBe(database))
                    .map(other -> other.changes)
                    .toList();
        }
    }

    private record Known(ValueType[] types, Proof proof, Footprint footprint) {

        /** @param nulls whether NULL may stand for any of its types */
        boolean of(Arguments arguments, boolean nulls) {
            for (int i = 0; i < types.length; i++) {
                if (arguments.type(i) != types[i] && !(nulls && arguments.type(i) == ValueType.NULL)) {
                    return false;
                }
            }
            return true; // each request was checked to have as many
        }

        boolean says(Proof other) {
            return proof.footprint().reads().equals(other.footprint().reads())
                    && proof.footprint().writes().equals(other.footprint().writes());
        }
    }

    /**
     * @param declared what the configuration says
     * @param believed whether that counts, without a proof
     */
    public StatementFootprints(Schema schema, boolean update, DeclaredTables declared, boolean believed) {
        this.schema = schema;
        this.update = update;
        this.declared = declared;
        this.believed = believed;
        this.unproved = believed
                ? update
                        ? Footprint.update(schema.database(), declared.reads(), declared.writes())
                        : Footprint.read(schema.database(), declared.reads())
                : update ? schema.anyUpdate : schema.anyRead;
    }

    Schema schema() {
        return schema;
    }

    /** Whether what is declared counts, without a proof. */
    boolean believed() {
        return believed;
    }

    /** Returns what a request with these arguments touches, as far as that is known. Belongs to the service thread. */
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

    /** The last proof, however old, unless the gateway may have changed the schema since. */
    Footprint last(Arguments arguments) {
        for (final Known one : known) {
            if (one.of(arguments, false) && schema.changes.noneSince(one.proof())) {
                return one.footprint();
            }
        }
        return of(arguments);
    }

    /**
     * The catalog was asked for arguments of these types. Any thread.
     *
     * @return what it says beyond what is declared, in words, when it is asked for the first time
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

    /** Reads write nothing: their sessions only read. */
    private Footprint footprint(ValueType[] types, Proof proof) {
        return Footprint.of(
                schema.database(),
                tables(types, proof.footprint().reads()),
                update ? tables(types, proof.footprint().writes()) : Optional.of(Map.of()));
    }

    /** A proof for some type is one for NULL as well, but for the rows. */
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
