package dev.sluice.service.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * REST services and what can be asked of them. Maps are in the order of the file. Immutable.
 *
 * @param services by name
 * @param lookups those that a service answers, by name
 * @param endpoints where events go, by name
 */
public record RestConfig(
        Map<String, ServiceConfig> services,
        Map<String, RestDeclaration> lookups,
        Map<String, RestDeclaration> endpoints) {

    /** No service at all. */
    public static final RestConfig NONE = new RestConfig(Map.of(), Map.of(), Map.of());

    public RestConfig {
        services = inOrder(services);
        lookups = inOrder(lookups);
        endpoints = inOrder(endpoints);
    }

    static <T> Map<String, T> inOrder(Map<String, T> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
