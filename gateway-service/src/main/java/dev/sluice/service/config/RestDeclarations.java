package dev.sluice.service.config;

import dev.sluice.api.ValueType;
import dev.sluice.service.config.RestConfig.Payload;
import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Key;
import dev.sluice.service.config.yaml.Section;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads lookups behind services, and endpoints. */
final class RestDeclarations {

    private static final Key<String> SERVICE = Key.optional(
            "service",
            Format.name(),
            "the only service",
            "The service to ask, instead of a database. Required when there are several, and where neither request nor"
                    + " response is described.");
    private static final Key<ValueType> TYPES = Key.list(
            "types",
            Format.choice(EnumSet.complementOf(EnumSet.of(ValueType.NULL, ValueType.OTHER)).stream()),
            "the types of each request's arguments",
            "The argument types. Declared, a request with other types fails before the service is asked.");
    private static final Key<String> READS = Key.list(
            "reads",
            Format.resource(),
            "everything of the service",
            "What it reads, by names that endpoints use under writes. Only undeclared is safe when in"
                    + " doubt: what is left out may be read before an earlier event that changes it.");
    private static final Key<String> WRITES = Key.list(
            "writes",
            Format.resource(),
            "everything of the service",
            "What its events change, by names that lookups use under reads. Only undeclared is safe when"
                    + " in doubt.");
    private static final Key<Payload> PAYLOAD = Key.of(
            "payload",
            Format.choice(Stream.of(Payload.values())),
            Payload.JSON,
            "Whether texts that jobs send are JSON documents, which are checked and put in as they are, or just texts.");
    private static final Key<Boolean> CHUNK =
            Key.of("chunk", Format.flag(), true, "Whether requests may share a call. false asks them one at a time.");

    static final List<Key<?>> LOOKUP_KEYS = List.of(SERVICE, TYPES, READS, CHUNK);
    static final List<Key<?>> ENDPOINT_KEYS = List.of(SERVICE, WRITES, PAYLOAD, CHUNK);

    private RestDeclarations() {}

    /** Whether a lookup is one of a service. */
    static boolean isRest(Section lookup) {
        return Stream.of(SERVICE.name(), ContractReader.REQUEST, ContractReader.RESPONSE)
                .anyMatch(lookup::has);
    }

    static RestConfig.Lookup lookup(String name, Section section, Set<String> services) {
        for (final Key<?> key : List.of(DeclarationKeys.SQL, DeclarationKeys.DATABASE)) {
            section.refuse(key.name(), "a lookup has either sql and a database, or a service");
        }
        section.refuse(WRITES.name(), "a lookup only reads; what writes is declared under endpoints");
        section.allow(LOOKUP_KEYS, ContractReader.REQUEST, ContractReader.RESPONSE, CacheConfig.SECTION);
        final Optional<List<ValueType>> types = section.findList(TYPES);
        return new RestConfig.Lookup(
                name,
                service(section, services),
                types,
                DeclarationKeys.tables(section, READS),
                section.get(CHUNK),
                ContractReader.lookup(section, name, types),
                CacheConfig.read(section, section.get(CHUNK)));
    }

    static RestConfig.Endpoint endpoint(String name, Section section, Set<String> services) {
        section.allow(ENDPOINT_KEYS, ContractReader.REQUEST, ContractReader.RESPONSE);
        return new RestConfig.Endpoint(
                name,
                service(section, services),
                DeclarationKeys.tables(section, WRITES),
                section.get(PAYLOAD),
                section.get(CHUNK),
                ContractReader.endpoint(section, name));
    }

    private static String service(Section section, Set<String> services) {
        return DeclarationKeys.backend(section, SERVICE, "service", services);
    }
}
