package dev.sluice.service.config;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Key;
import dev.sluice.service.config.yaml.Nearest;
import dev.sluice.service.config.yaml.Section;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The keys that lookups and statements have in common. */
final class DeclarationKeys {

    static final Key<String> DATABASE = Key.optional(
            "database", Format.name(), "the only database", "The database to ask. Required when there are several.");
    static final Key<String> SQL = Key.required(
            "sql",
            Format.text(),
            "The statement for one request, with a ? for each argument. How requests are put together is the gateway's"
                    + " business.");
    static final Key<ValueType> TYPES = Key.list(
            "types",
            Format.choice(EnumSet.complementOf(EnumSet.of(ValueType.NULL, ValueType.OTHER)).stream()),
            "the types of each request's arguments",
            "The argument types, one for each ?. Declared, a request with other types fails before any SQL is run.");
    static final Key<String> READS = Key.list(
            "reads",
            Format.table(),
            "every table of the database",
            "The tables it reads, through views and functions too. Only undeclared is safe when in doubt: a table left"
                    + " out may be read before an earlier update of it.");
    static final Key<String> WRITES = Key.list(
            "writes",
            Format.table(),
            "every table of the database",
            "The tables it writes, through triggers and cascades too. Only undeclared is safe when in doubt: a table"
                    + " left out may be read without this update.");
    static final Key<Boolean> CHUNK = Key.of(
            "chunk",
            Format.flag(),
            true,
            "Whether requests may share a call. false is for functions that must be called once for each request, such"
                    + " as random() or nextval().");

    private DeclarationKeys() {}

    /** The name of the database that is asked, which must be one of those configured. */
    static String database(Section section, Set<String> databases) {
        return backend(section, DATABASE, "database", databases);
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
        return section.findList(key).map(tables -> tables.stream().collect(Collectors.toUnmodifiableSet()));
    }
}
