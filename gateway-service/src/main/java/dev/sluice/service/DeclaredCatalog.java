package dev.sluice.service;

import dev.sluice.api.FailureKind;
import dev.sluice.service.chunk.Catalog;
import dev.sluice.service.chunk.Operation;
import dev.sluice.service.chunk.RefusedException;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.RestConfig;
import dev.sluice.wire.RequestFrame;
import dev.sluice.wire.RequestKind;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What can be asked of databases and of services together: each request goes where its name is declared, and a name that
 * is not, or that was asked for with the wrong method, is answered with what there is.
 */
final class DeclaredCatalog implements Catalog {

    /** What a name is in the configuration, and how it is asked for. */
    private enum Kind {
        DATABASE_LOOKUP("a lookup", "ask for it with lookup"),
        SERVICE_LOOKUP("a lookup", "ask for it with lookup"),
        STATEMENT("a statement", "ask for it with executeQuery or executeUpdate"),
        ENDPOINT("an endpoint", "send to it with send"),
        UNKNOWN("", "");

        private final String words;
        private final String how;

        Kind(String words, String how) {
            this.words = words;
            this.how = how;
        }
    }

    private final Map<String, Kind> kinds = new TreeMap<>();
    private final Catalog databases;
    private final Catalog services;

    DeclaredCatalog(GatewayConfig config, Catalog databases, Catalog services) {
        this.databases = databases;
        this.services = services;
        final RestConfig rest = config.rest();
        declare(config.statements().keySet(), Kind.STATEMENT);
        declare(rest.endpoints().keySet(), Kind.ENDPOINT);
        declare(config.lookups().keySet(), Kind.DATABASE_LOOKUP);
        declare(rest.lookups().keySet(), Kind.SERVICE_LOOKUP);
    }

    private void declare(Set<String> names, Kind kind) {
        names.forEach(name -> kinds.put(name, kind));
    }

    @Override
    public Operation resolve(RequestFrame request) throws RefusedException {
        final Kind kind = kinds.getOrDefault(request.name(), Kind.UNKNOWN);
        return switch (request.kind()) {
            case LOOKUP -> {
                if (kind == Kind.SERVICE_LOOKUP) {
                    yield services.resolve(request);
                }
                if (kind == Kind.DATABASE_LOOKUP || kind == Kind.STATEMENT) {
                    yield databases.resolve(request);
                }
                throw refused(request, kind);
            }
            case SEND -> {
                if (kind == Kind.ENDPOINT) {
                    yield services.resolve(request);
                }
                throw refused(request, kind);
            }
            case QUERY, UPDATE -> {
                if (kind == Kind.ENDPOINT || kind == Kind.SERVICE_LOOKUP) {
                    throw refused(request, kind);
                }
                yield databases.resolve(request); // perhaps as SQL
            }
        };
    }

    private RefusedException refused(RequestFrame request, Kind kind) {
        final String name = "'" + Names.shown(request.name()) + "'";
        if (kind != Kind.UNKNOWN) {
            final String wanted = request.kind() == RequestKind.LOOKUP
                    ? "a lookup"
                    : request.kind() == RequestKind.SEND ? "an endpoint" : "a statement";
            return new RefusedException(
                    FailureKind.INVALID, name + " is " + kind.words + ", not " + wanted + ": " + kind.how);
        }
        return new RefusedException(
                FailureKind.INVALID,
                request.kind() == RequestKind.LOOKUP
                        ? "There is no lookup " + name + ": the lookups are "
                                + names(Set.of(Kind.DATABASE_LOOKUP, Kind.SERVICE_LOOKUP))
                        : "There is no endpoint " + name + ": the endpoints are " + names(Set.of(Kind.ENDPOINT)));
    }

    private String names(Set<Kind> wanted) {
        final Set<String> names = new TreeSet<>();
        kinds.forEach((name, kind) -> {
            if (wanted.contains(kind)) {
                names.add(name);
            }
        });
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
