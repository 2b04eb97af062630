package dev.sluice.service;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.NamedOperation;
import dev.sluice.service.core.plan.DeclaredCatalog;
import dev.sluice.service.jdbc.JdbcDatabases;
import dev.sluice.service.jdbc.connect.Connecting;
import dev.sluice.service.rest.RestServices;
import dev.sluice.service.update.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The databases and services of one lane.
 *
 * @param operations the declared operations, by name
 * @param all the backends: first the databases, then the services
 */
record LaneBackends(
        JdbcDatabases databases, RestServices services, Map<String, NamedOperation> operations, List<Backend> all)
        implements AutoCloseable {

    /**
     * The maximum wait for the identities of the databases. An unavailable database delays the start of the lane no longer than
     * this.
     */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Starts the workers of a lane's databases and services, which may be unavailable. */
    static LaneBackends open(
            GatewayConfig config, Connecting connecting, Origin origin, LaneHistory history, Runnable wakeUp) {
        try (Opened opening = new Opened()) {
            final JdbcDatabases databases = opening.add(JdbcDatabases.open(
                    config,
                    connecting,
                    origin,
                    database -> history.mayHaveUpdates(database, origin.answered()),
                    wakeUp));
            databases.awaitFootprints(LONGEST_WAIT_NANOS);
            final RestServices services = opening.add(RestServices.open(config, origin, wakeUp));
            final Map<String, NamedOperation> operations = new HashMap<>(databases.operations());
            operations.putAll(services.operations());
            final List<Backend> all = new ArrayList<>(databases.backends());
            all.addAll(services.backends());
            opening.keep(); // they stay open until this object is closed
            return new LaneBackends(databases, services, operations, all);
        }
    }

    /** Returns the operations that requests may name: the declared ones, and ad hoc SQL if a database allows it. */
    DeclaredCatalog catalog(GatewayConfig config) {
        return new DeclaredCatalog(
                operations,
                databases::sql,
                config.limits().requestBytes(),
                config.queues().foreign());
    }

    @Override
    public void close() {
        try (databases;
                services) {
            // closes the services first, then the databases
        }
    }
}
