package dev.sluice.service.rest;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.GatewayConfig.RestConfig;
import dev.sluice.service.config.RestDeclaration;
import dev.sluice.service.config.ServiceConfig;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.update.Origin;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The REST services of a configuration, with their operations and backends. Belongs to the service thread.
 *
 * @param operations the lookups and endpoints by their names
 */
public record RestServices(Map<String, NamedOperation> operations, List<Backend> backends) implements AutoCloseable {

    /**
     * Creates the backends and operations; no service is called yet.
     *
     * @param origin the queues that the requests come from. If a request has no writer or no time, its idempotency key contains
     *     the id of the input queue
     * @param wakeUp called, on any thread, when a reply can be taken from a backend with its {@code poll}
     * @throws IllegalArgumentException if a contract is invalid, or a key store or trust store cannot be read
     */
    public static RestServices open(GatewayConfig config, Origin origin, Runnable wakeUp) {
        final RestConfig rest = config.rest();
        final RestCall.Keys keys = question -> question.idempotencyKey(origin.queue());
        final LongSupplier ids = new AtomicLong()::incrementAndGet;
        final Map<URI, String> identities = new HashMap<>();
        final Map<String, Target> targets = new LinkedHashMap<>();
        final List<Backend> backends = new ArrayList<>();
        try {
            for (final ServiceConfig service : rest.services().values()) {
                final RestBackend backend = new RestBackend(config.name(), service, keys, ids, wakeUp);
                backends.add(backend);
                // The identity contains a space, so that it never equals the name of a database.
                final String identity =
                        identities.computeIfAbsent(identity(service.url()), key -> "service " + service.name());
                targets.put(service.name(), new Target(service, identity, backend, new Trouble.Answers()));
            }
            return new RestServices(operations(config, targets), backends);
        } catch (final RuntimeException e) {
            backends.forEach(Backend::close);
            throw e;
        }
    }

    /**
     * A configured service together with its backend.
     *
     * @param identity an identity that is the same for all configured names of one and the same service
     */
    private record Target(ServiceConfig service, String identity, RestBackend backend, Trouble.Answers answers) {

        RestOperation operation(RestDeclaration declaration, GatewayConfig config) {
            return new RestOperation(
                    declaration,
                    Contract.of(declaration, service, backend.secrets(), config.limits()),
                    declaration.endpoint()
                            ? Footprint.update(identity, declaration.reads(), declaration.writes())
                            : Footprint.read(identity, declaration.reads()),
                    config.chunk().limit(),
                    backend,
                    answers,
                    System::nanoTime);
        }
    }

    private static Map<String, NamedOperation> operations(GatewayConfig config, Map<String, Target> targets) {
        final RestConfig rest = config.rest();
        final Map<String, NamedOperation> operations = new LinkedHashMap<>();
        Stream.of(rest.lookups(), rest.endpoints())
                .flatMap(declarations -> declarations.values().stream())
                .forEach(declaration -> operations.put(
                        declaration.name(), targets.get(declaration.service()).operation(declaration, config)));
        return operations;
    }

    /** Returns the normalized URL, which is the same for all spellings of one server and path. User info is ignored. */
    private static URI identity(URI url) {
        final String scheme = url.getScheme().toLowerCase(Locale.ROOT);
        final int port = url.getPort() >= 0 ? url.getPort() : scheme.equals("https") ? 443 : 80;
        final String path = url.getRawPath() == null ? "" : url.getRawPath().replaceAll("/+$", "");
        return URI.create(scheme + "://" + url.getHost().toLowerCase(Locale.ROOT) + ":" + port + path);
    }

    /** Ends the calls in progress, and logs how many keys were missing from responses to chunks. */
    @Override
    public void close() {
        backends.forEach(Backend::close);
        operations.values().forEach(operation -> ((RestOperation) operation).close());
    }
}
