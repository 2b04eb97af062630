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
 * A name under which jobs use a service: a lookup that the service answers, or an endpoint that receives events.
 *
 * @param service the name of a configured service
 * @param types the types of the arguments of a lookup; empty if they are taken from each request
 * @param reads the resources that a lookup reads, in lower case; an endpoint has the empty set; {@code Optional.empty()} for any
 *     resource of the service
 * @param writes the resources that events change, in lower case; a lookup has the empty set; {@code Optional.empty()} for any
 *     resource of the service
 * @param payload whether payloads that jobs send to an endpoint are JSON
 * @param chunk whether several requests may share a call
 * @param cache the cache, for lookups only
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

    /** The form of a payload. */
    public enum Payload {
        /** A JSON document. */
        JSON,
        /** A text, which is sent as a JSON string. */
        TEXT
    }

    private static final Optional<Set<String>> NOTHING = Optional.of(Set.of());

    private static final Keys KEYS = new Keys();
    private static final Key<String> SERVICE = KEYS.optional("service", Format.name(), "the only service", """
            The service that answers. Required if there are several, or if neither request nor response is
            described.""");
    private static final Key<ValueType> TYPES =
            KEYS.list("types", Declaration.TYPE, "the types of each request's arguments", """
            The argument types. A request with others then fails before the service is called.""");
    private static final Key<String> READS = KEYS.list("reads", Format.resource(), "everything of the service", """
            What the lookup reads, by the names that endpoints use under writes. If one is missing, it may run before an
            earlier event that changes it.""");
    private static final Key<String> WRITES = KEYS.list("writes", Format.resource(), "everything of the service", """
            What the endpoint's events change, by the names that lookups use under reads. When in doubt, leave it
            out.""");
    private static final Key<Payload> PAYLOAD = KEYS.of("payload", Format.choice(Payload.values()), Payload.JSON, """
            Whether payloads are JSON documents, checked and inserted unchanged, or plain texts.""");
    private static final Key<Boolean> CHUNK = KEYS.of("chunk", Format.flag(), true, """
            Whether requests may share a call.""");

    static final List<Key<?>> LOOKUP_KEYS = KEYS.without(WRITES, PAYLOAD);
    static final List<Key<?>> ENDPOINT_KEYS = KEYS.without(TYPES, READS);

    /** Whether a lookup belongs to a service. */
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
