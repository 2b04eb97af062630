package dev.sluice.service.rest;

import dev.sluice.api.FailureKind;
import dev.sluice.service.chunk.Catalog;
import dev.sluice.service.chunk.DeclaredTypes;
import dev.sluice.service.chunk.Operation;
import dev.sluice.service.chunk.RefusedException;
import dev.sluice.service.config.Secrets;
import dev.sluice.wire.RequestFrame;
import dev.sluice.wire.RequestKind;
import java.util.Map;
import java.util.TreeMap;

/** The lookups and endpoints of services that the configuration declares. */
final class RestCatalog implements Catalog {

    private static final int SHOWN = 200;

    private final Map<String, RestOperation> lookups;
    private final Map<String, RestOperation> endpoints;

    RestCatalog(Map<String, RestOperation> lookups, Map<String, RestOperation> endpoints) {
        this.lookups = new TreeMap<>(lookups);
        this.endpoints = new TreeMap<>(endpoints);
    }

    @Override
    public Operation resolve(RequestFrame request) throws RefusedException {
        final RestOperation operation = operation(request);
        if (operation.types().isPresent()) {
            DeclaredTypes.check(operation, operation.types().get().size(), operation.types(), request.arguments());
        }
        operation.contract().check(request.arguments());
        return operation;
    }

    private RestOperation operation(RequestFrame request) throws RefusedException {
        final String name = request.name();
        switch (request.kind()) {
            case LOOKUP -> {
                if (lookups.containsKey(name)) {
                    return lookups.get(name);
                }
            }
            case SEND -> {
                if (endpoints.containsKey(name)) {
                    return endpoints.get(name);
                }
            }
            default -> {} // services run no statements
        }
        if (lookups.containsKey(name)) {
            throw refused("'" + name + "' is a lookup: ask for it with lookup");
        }
        if (endpoints.containsKey(name)) {
            throw refused("'" + name + "' is an endpoint: send to it with send");
        }
        final boolean lookup = request.kind() == RequestKind.LOOKUP;
        throw refused("There is no " + (lookup ? "lookup" : "endpoint") + " '" + Secrets.NONE.quoted(name, SHOWN)
                + "': the " + (lookup ? "lookups are " + names(lookups) : "endpoints are " + names(endpoints)));
    }

    private static String names(Map<String, RestOperation> known) {
        return known.isEmpty() ? "none" : String.join(", ", known.keySet());
    }

    private static RefusedException refused(String message) {
        return new RefusedException(FailureKind.INVALID, message);
    }
}
