package dev.sluice.service.config;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Section;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A name by which jobs ask a service: a lookup that it answers, or an endpoint where events go.
 *
 * @param service the name of a configured service
 * @param types the types of the arguments of a lookup; empty if they are taken from each request
 * @param reads what it reads, lower case, nothing for an endpoint; empty if it may read anything of its service
 * @param writes what it writes, lower case, nothing for a lookup; empty if it may write anything of its service
 * @param payload whether texts that jobs send to an endpoint are JSON
 * @param chunk whether several requests may share a call
 * @param cache how answers are kept, of lookups only
 */
public record RestDeclaration(
        String name,
        boolean endpoint,
        String service,
        Optional<List<ValueType>> types,
        Optional<Set<String>> reads,
        Optional<Set<String>> writes,
        Payload payload,
        boolean chunk,
        ContractConfig contract,
        Optional<CacheConfig> cache) {

    /** The meaning of a text that a job sends. */
    public enum Payload {
        /** A JSON document. */
        JSON,
        /** A text, sent as a JSON string. */
        TEXT
    }

    private static final Optional<Set<String>> NOTHING = Optional.of(Set.of());

    private static final Keys KEYS = new Keys();
    private static final Key<String> SERVICE = KEYS.optional("service", Format.name(), "the only service", """
            The service to ask, instead of a database. Required when there are several, and where neither request nor
            response is described.""");
    private static final Key<ValueType> TYPES =
            KEYS.list("types", Declaration.TYPE, "the types of each request's arguments", """
            The argument types. Declared, a request with other types fails before the service is asked.""");
    private static final Key<String> READS = KEYS.list("reads", Format.resource(), "everything of the service", """
            What it reads, by names that endpoints use under writes. Only undeclared is safe when in doubt: what is
            left out may be read before an earlier event that changes it.""");
    private static final Key<String> WRITES = KEYS.list("writes", Format.resource(), "everything of the service", """
            What its events change, by names that lookups use under reads. Only undeclared is safe when in doubt.""");
    private static final Key<Payload> PAYLOAD = KEYS.of("payload", Format.choice(Payload.values()), Payload.JSON, """
            Whether texts that jobs send are JSON documents, which are checked and put in as they are, or just texts.""");
    private static final Key<Boolean> CHUNK = KEYS.of("chunk", Format.flag(), true, """
            Whether requests may share a call. false asks them one at a time.""");

    static final List<Key<?>> LOOKUP_KEYS = KEYS.without(WRITES, PAYLOAD);
    static final List<Key<?>> ENDPOINT_KEYS = KEYS.without(TYPES, READS);

    /** Whether a lookup is one of a service. */
    static boolean isRest(Section lookup) {
        return Stream.of(SERVICE.name(), ContractReader.REQUEST, ContractReader.RESPONSE)
                .anyMatch(lookup::has);
    }

    static RestDeclaration lookup(String name, Section section, Set<String> services) {
        for (final Key<?> key : List.of(Declaration.SQL, Declaration.DATABASE)) {
            section.refuse(key, "a lookup has either sql and a database, or a service");
        }
        section.refuse(WRITES, "a lookup only reads; what writes is declared under endpoints");
        section.allow(LOOKUP_KEYS, ContractReader.REQUEST, ContractReader.RESPONSE, CacheConfig.SECTION);
        final Optional<List<ValueType>> types = section.findList(TYPES);
        return new RestDeclaration(
                name,
                false,
                service(section, services),
                types,
                Declaration.tables(section, READS),
                NOTHING,
                Payload.TEXT,
                section.get(CHUNK),
                ContractReader.lookup(section, name, types),
                CacheConfig.read(section, section.get(CHUNK)));
    }

    static RestDeclaration endpoint(String name, Section section, Set<String> services) {
        section.allow(ENDPOINT_KEYS, ContractReader.REQUEST, ContractReader.RESPONSE);
        return new RestDeclaration(
                name,
                true,
                service(section, services),
                Optional.empty(),
                NOTHING,
                Declaration.tables(section, WRITES),
                section.get(PAYLOAD),
                section.get(CHUNK),
                ContractReader.endpoint(section, name),
                Optional.empty());
    }

    private static String service(Section section, Set<String> services) {
        return Declaration.backend(section, SERVICE, "service", services);
    }
}
