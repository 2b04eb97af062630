package dev.sluice.service.config;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Nearest;
import dev.sluice.service.config.yaml.Section;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * SQL that jobs use by its name: a lookup, which reads by a key, or a statement, which runs as a query or as an update, depending
 * on the request.
 *
 * @param database the name of a configured database
 * @param types the types of the arguments, one for each {@code ?}; empty if they are taken from each request
 * @param reads the tables that the SQL reads, in lower case; empty if it may read any table of its database
 * @param writes the tables that the SQL writes, in lower case; a lookup has the empty set; {@code Optional.empty()} if the SQL
 *     may write any table of its database
 * @param chunk when several requests may share a call
 * @param trust the properties that are assumed without a proof
 * @param cache the cache, for lookups only
 */
public record Declaration(
        String name,
        boolean lookup,
        String database,
        String sql,
        Optional<List<ValueType>> types,
        Optional<Set<String>> reads,
        Optional<Set<String>> writes,
        Chunking chunk,
        Set<Trust> trust,
        Optional<CacheConfig> cache) {

    /** When requests of a statement share a call. */
    public enum Chunking {
        NEVER,
        /** Only if the database's catalog proves that each result is the same as with a separate call for its request. */
        PROVED,
        /** Always, even without such a proof. */
        ASSERTED;

        static Chunking of(Optional<Boolean> declared) {
            return declared.map(may -> may ? ASSERTED : NEVER).orElse(PROVED);
        }
    }

    /** A property that is assumed although the database's catalog does not prove it. */
    public enum Trust {
        /** The statement may share a transaction with other updates. */
        TRANSACTION,
        /** The statement touches only the declared tables. */
        DECLARED
    }

    /**
     * Returns a declaration for ad hoc SQL.
     *
     * @param types the types of its arguments; empty if they are not known
     */
    public static Declaration adHoc(String database, String sql, Optional<List<ValueType>> types) {
        return new Declaration(
                "",
                false,
                database,
                sql,
                types,
                Optional.empty(),
                Optional.empty(),
                Chunking.PROVED,
                Set.of(),
                Optional.empty());
    }

    /** Whether this is SQL that is not declared. */
    public boolean isAdHoc() {
        return name.isEmpty();
    }

    /** Returns the declared tables that the SQL reads or writes. */
    public Stream<String> tables() {
        return Stream.of(reads, writes).flatMap(Optional::stream).flatMap(Set::stream);
    }

    /** Returns this declaration with these types. */
    public Declaration typed(List<ValueType> known) {
        return new Declaration(name, lookup, database, sql, Optional.of(known), reads, writes, chunk, trust, cache);
    }

    static final Format<ValueType> TYPE = Format.choice(
            EnumSet.complementOf(EnumSet.of(ValueType.NULL, ValueType.OTHER)).toArray(ValueType[]::new));

    static final Keys KEYS = new Keys();
    static final Key<String> DATABASE = KEYS.optional("database", Format.name(), "the only database", """
            The database that runs the SQL. Required if there are several databases.""");
    static final Key<String> SQL = KEYS.required("sql", Format.text(), """
            The statement for one request, with a ? for each argument.""");
    static final Key<ValueType> TYPES = KEYS.list("types", TYPE, "the types of each request's arguments", """
            The argument types, one for each ?. A request with others then fails before SQL is run.""");
    static final Key<String> READS = KEYS.list("reads", Format.table(), "what the catalog says", """
            The tables that the SQL reads, also by functions; a view stands for its tables. Counts only with trust:
            declared. If a table is missing, the SQL may run before an earlier update of it.""");
    static final Key<String> WRITES = KEYS.list("writes", Format.table(), "what the catalog says", """
            The tables that the SQL writes, also by triggers and cascades. Counts only with trust: declared. If a table
            is missing, a later read of it may run before this update.""");
    static final Key<Boolean> CHUNK = KEYS.optional("chunk", Format.flag(), "what is proved", """
            Whether reads may share a call, and lookups with equal keys an answer. By default they may if the catalog
            proves that results stay the same; sluice check says where not, and why. true needs no proof, as for a
            function known to be stable; false never allows it.""");

    static final Key<Trust> TRUST = KEYS.list("trust", Format.choice(Trust.values()), "nothing", """
            What is assumed without a proof. With transaction, updates may share a transaction, as with a harmless audit
            trigger; a trigger that looks at its transaction sees several updates, and deferred constraints are checked
            after all of them. With declared, only the tables under reads and writes count for the order, as where a
            function's text cannot be read; the statement may run before an earlier update of others that it touches,
            and later reads of these may miss its changes.""");

    static final List<Key<?>> LOOKUP_KEYS = KEYS.without(WRITES);

    static Declaration lookup(String name, Section section, Set<String> databases) {
        section.refuse(WRITES, "a lookup only reads; declare SQL that writes under statements");
        section.allow(LOOKUP_KEYS, CacheConfig.SECTION);
        final Declaration lookup = read(
                name,
                true,
                section,
                databases,
                Optional.of(Set.of()),
                CacheConfig.read(section, section.find(CHUNK).orElse(true)));
        if (lookup.trust().contains(Trust.TRANSACTION)) {
            section.report(TRUST, "a lookup only reads; the value 'transaction' is for statements that write");
        }
        return lookup;
    }

    static Declaration statement(String name, Section section, Set<String> databases) {
        section.allow(KEYS);
        return read(name, false, section, databases, tables(section, WRITES), Optional.empty());
    }

    private static Declaration read(
            String name,
            boolean lookup,
            Section section,
            Set<String> databases,
            Optional<Set<String>> writes,
            Optional<CacheConfig> cache) {
        final Optional<Set<String>> reads = tables(section, READS);
        final Set<Trust> trust = section.findOneOrMore(TRUST).map(Set::copyOf).orElse(Set.of());
        if (trust.contains(Trust.DECLARED) && reads.isEmpty() && (lookup || writes.isEmpty())) {
            section.report(
                    TRUST, "'declared' needs declared tables: list them under reads" + (lookup ? "" : " and writes"));
        }
        return new Declaration(
                name,
                lookup,
                backend(section, DATABASE, "database", databases),
                section.require(SQL, ""),
                section.findList(TYPES),
                reads,
                writes,
                Chunking.of(section.find(CHUNK)),
                trust,
                cache);
    }

    /**
     * Returns the name of the backend, which must be configured.
     *
     * @param kind the kind of backend, for messages
     */
    static String backend(Section section, Key<String> key, String kind, Set<String> known) {
        if (!section.has(key)) {
            if (known.size() != 1) {
                section.report(
                        key,
                        known.isEmpty()
                                ? "there is no " + kind
                                : "missing: there are several " + kind + "s; name one of " + String.join(", ", known));
            }
            return known.stream().findFirst().orElse("");
        }
        final Optional<String> backend = section.find(key);
        backend.filter(name -> !known.contains(name))
                .ifPresent(name -> section.report(
                        key, "there is no " + kind + " '" + name + "'" + Nearest.suggestion(name, known)));
        return backend.orElse("");
    }

    /** Returns the declared tables without duplicates; empty if the key is missing. */
    static Optional<Set<String>> tables(Section section, Key<String> key) {
        return section.findList(key).map(Set::copyOf);
    }
}
