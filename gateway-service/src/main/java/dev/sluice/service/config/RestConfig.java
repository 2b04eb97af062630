package dev.sluice.service.config;

import dev.sluice.api.ValueType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * REST services and what can be asked of them. Maps are in the order of the file. Immutable.
 *
 * @param services by name
 * @param lookups those behind a service, by name
 * @param endpoints where events go, by name
 */
public record RestConfig(
        Map<String, ServiceConfig> services, Map<String, Lookup> lookups, Map<String, Endpoint> endpoints) {

    /** No service at all. */
    public static final RestConfig NONE = new RestConfig(Map.of(), Map.of(), Map.of());

    public RestConfig {
        services = Collections.unmodifiableMap(new LinkedHashMap<>(services));
        lookups = Collections.unmodifiableMap(new LinkedHashMap<>(lookups));
        endpoints = Collections.unmodifiableMap(new LinkedHashMap<>(endpoints));
    }

    /**
     * A lookup that a service answers.
     *
     * @param service the name of a configured service
     * @param types the types of the arguments; empty if they are taken from each request
     * @param reads what it reads, lower case; empty if it may read anything of its service
     * @param chunk whether several requests may share a call
     */
    public record Lookup(
            String name,
            String service,
            Optional<List<ValueType>> types,
            Optional<Set<String>> reads,
            boolean chunk,
            ContractConfig contract,
            Optional<CacheConfig> cache) {}

    /**
     * Where events go.
     *
     * @param service the name of a configured service
     * @param writes what it writes, lower case; empty if it may write anything of its service
     * @param payload whether texts that jobs send are JSON
     * @param chunk whether several events may share a call
     */
    public record Endpoint(
            String name,
            String service,
            Optional<Set<String>> writes,
            Payload payload,
            boolean chunk,
            ContractConfig contract) {}

    /** What a text is that a job sends. */
    public enum Payload {
        /** A JSON document. */
        JSON,
        /** A text, sent as a JSON string. */
        TEXT
    }
}
