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
 * SQL that jobs ask for by name: a lookup, which is a question with a key and only reads, or a statement, which is run as
 * a query or as an update as its requests ask.
 *
 * @param database the name of a configured database
 * @param types the types of the arguments, one for each {@code ?}; empty if they are taken from each request
 * @param reads the tables it reads, lower case, in no order of meaning; empty if it may read any table of its database
 * @param writes the tables it writes, lower case, none for a lookup; empty if it may write any table of its database
 * @param chunk whether several requests for it may share a call
 * @param trust what it is believed to be, without a proof; of statements only
 * @param cache how answers are kept, of lookups only
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
        /** Where the database's catalog proves that nobody can tell. */
        PROVED,
        /** Even where it does not. */
        ASSERTED;

        static Chunking of(Optional<Boolean> declared) {
            return declared.map(may -> may ? ASSERTED : NEVER).orElse(PROVED);
        }
    }

    /** Something that is believed where the database's catalog does not prove it. */
    public enum Trust {
        /** It may share a transaction with other updates. */
        TRANSACTION,
        /** It touches no more than the tables that are declared. */
        DECLARED
    }

    /**
     * SQL that is not declared.
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

    /** Whether it is SQL that is not declared. */
    public boolean isAdHoc() {
        return name.isEmpty();
    }

    /** The tables that it names as those that it reads or writes. */
    public Stream<String> tables() {
        return Stream.of(reads, writes).flatMap(Optional::stream).flatMap(Set::stream);
    }

    /** The declaration with these types. */
    public Declaration typed(List<ValueType> known) {
        return new Declaration(name, lookup, database, sql, Optional.of(known), reads, writes, chunk, trust, cache);
    }

    static final Format<ValueType> TYPE = Format.choice(
            EnumSet.complementOf(EnumSet.of(ValueType.NULL, ValueType.OTHER)).toArray(ValueType[]::new));

    static final Keys KEYS = new Keys();
    static final Key<String> DATABASE = KEYS.optional("database", Format.name(), "the only database", """
            The database to ask. Required when there are several.""");
    static final Key<String> SQL = KEYS.required("sql", Format.text(), """
            The statement for one request, with a ? for each argument. How requests are put together is the gateway's
            business.""");
    static final Key<ValueType> TYPES = KEYS.list("types", TYPE, "the types of each request's arguments", """
            The argument types, one for each ?. Declared, a request with other types fails before any SQL is run.""");
    static final Key<String> READS = KEYS.list("reads", Format.table(), "what the catalog says", """
            The tables it reads. Not needed: the database's catalog says so, and counts. Only with trust: declared they
            count, through functions too, a view as the tables that it reads: a table left out may then be read before
            an earlier update of it.""");
    static final Key<String> WRITES = KEYS.list("writes", Format.table(), "what the catalog says", """
            The tables it writes. Not needed: the database's catalog says so, and counts. Only with trust: declared they
            count, through triggers and cascades too: a table left out may then be read without this update.""");
    static final Key<Boolean> CHUNK = KEYS.optional("chunk", Format.flag(), "what is proved", """
            Whether requests that read share a call, and equal keys of a lookup an answer. Left out, they do where the
            database's catalog proves that nobody can tell; check says where not, and why. true lets them without a
            proof, as with a function that is known to be stable; false never does.""");

    static final Key<Trust> TRUST = KEYS.list("trust", Format.choice(Trust.values()), "nothing", """
            What is believed without a proof. transaction lets updates share transactions where the database's catalog
            does not prove that nobody can tell, as with an audit trigger that does no harm: a trigger that looks at
            its transaction then sees several updates in one, and deferred constraints are checked after all of them.
            declared keeps requests in order by reads and writes alone, as with a function whose text nobody else can
            read: what it touches beyond them is read too early, or without its updates.""");

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
            section.report(TRUST, "a lookup only reads; transaction is for statements that write");
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
                    TRUST, "declared: nothing is declared; say which tables it reads" + (lookup ? "" : " and writes"));
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
     * The name of the backend that is asked, which must be one of those configured.
     *
     * @param kind what it is, for messages
     */
    static String backend(Section section, Key<String> key, String kind, Set<String> known) {
        if (!section.has(key)) {
            if (known.size() != 1) {
                section.report(
                        key,
                        known.isEmpty()
                                ? "there is no " + kind
                                : "missing: there are several " + kind + "s, one of " + String.join(", ", known));
            }
            return known.stream().findFirst().orElse("");
        }
        final Optional<String> backend = section.find(key);
        backend.filter(name -> !known.contains(name))
                .ifPresent(name -> section.report(
                        key, "there is no " + kind + " '" + name + "'" + Nearest.suggestion(name, known)));
        return backend.orElse("");
    }

    /** The declared tables; a table named twice is one. */
    static Optional<Set<String>> tables(Section section, Key<String> key) {
        return section.findList(key).map(Set::copyOf);
    }
}
