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
        TRANSACTION
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
    static final Key<String> READS = KEYS.list("reads", Format.table(), "every table of the database", """
            The tables it reads, through functions too; a view counts as the tables that it reads. Only undeclared is
            safe when in doubt: a table left out may be read before an earlier update of it.""");
    static final Key<String> WRITES = KEYS.list("writes", Format.table(), "every table of the database", """
            The tables it writes, through triggers and cascades too. Only undeclared is safe when in doubt: a table
            left out may be read without this update.""");
    static final Key<Boolean> CHUNK = KEYS.optional("chunk", Format.flag(), "what is proved", """
            Whether requests that read share a call, and equal keys of a lookup an answer. Left out, they do where the
            database's catalog proves that nobody can tell; check says where not, and why. true lets them without a
            proof, as with a function that is known to be stable; false never does.""");

    static final Key<Trust> TRUST = KEYS.list("trust", Format.choice(Trust.values()), "nothing", """
            What is believed without a proof. transaction lets updates share transactions where the database's catalog
            does not prove that nobody can tell, as with an audit trigger that does no harm: a trigger that looks at
            its transaction then sees several updates in one, and deferred constraints are checked after all of them.""");

    static final List<Key<?>> LOOKUP_KEYS = KEYS.without(WRITES, TRUST);

    static Declaration lookup(String name, Section section, Set<String> databases) {
        section.refuse(WRITES, "a lookup only reads; declare SQL that writes under statements");
        section.refuse(TRUST, "a lookup only reads; trust is for statements that write");
        section.allow(LOOKUP_KEYS, CacheConfig.SECTION);
        return read(
                name,
                true,
                section,
                databases,
                Optional.of(Set.of()),
                CacheConfig.read(section, section.find(CHUNK).orElse(true)));
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
        return new Declaration(
                name,
                lookup,
                backend(section, DATABASE, "database", databases),
                section.require(SQL, ""),
                section.findList(TYPES),
                tables(section, READS),
                writes,
                Chunking.of(section.find(CHUNK)),
                section.findOneOrMore(TRUST).map(Set::copyOf).orElse(Set.of()),
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
