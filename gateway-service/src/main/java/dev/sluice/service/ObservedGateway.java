package dev.sluice.service;

import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.cache.LookupCaches;
import dev.sluice.service.config.DatabaseConfig.UpdateGuarantee;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.Histogram;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.core.schedule.BackendCounts;
import dev.sluice.service.core.schedule.BackendState;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** What is seen of a configured gateway. Any thread. */
final class ObservedGateway implements Observed {

    private final long startNanos = System.nanoTime();
    private final GatewayConfig config;
    private final QueuePair queues;
    private final GatewayCounts counts;
    private final LookupCaches caches;
    private final BooleanSupplier stopping;
    private final BooleanSupplier diskFull;

    ObservedGateway(
            GatewayConfig config,
            QueuePair queues,
            GatewayCounts counts,
            LookupCaches caches,
            BooleanSupplier stopping,
            BooleanSupplier diskFull) {
        this.config = config;
        this.queues = queues;
        this.counts = counts;
        this.caches = caches;
        this.stopping = stopping;
        this.diskFull = diskFull;
    }

    @Override
    public String gateway() {
        return config.name();
    }

    @Override
    public OptionalLong turnNanos() {
        return counts.turnNanos();
    }

    @Override
    public boolean stopping() {
        return stopping.getAsBoolean();
    }

    @Override
    public boolean diskFull() {
        return diskFull.getAsBoolean();
    }

    @Override
    public List<BackendState> backends() {
        return counts.backends();
    }

    @Override
    public List<BackendCounts> calls() {
        return counts.backendCounts();
    }

    @Override
    public Collection<OperationCounts> requests() {
        return counts.requests();
    }

    @Override
    public Map<String, LookupCaches.Counts> caches() {
        return caches.counts();
    }

    @Override
    public Histogram chunks() {
        return counts.chunkSizes();
    }

    @Override
    public long inHand() {
        final long written = counts.written(); // before read, so that it is never negative
        return counts.requests().stream().mapToLong(OperationCounts::requests).sum() - written;
    }

    @Override
    public long quarantined() {
        return counts.quarantined();
    }

    @Override
    public long oldestNanos() {
        return counts.oldestNanos();
    }

    @Override
    public long backlog() {
        return queues.backlog().waiting();
    }

    @Override
    public Set<String> checkpoints() {
        return config.databases().values().stream()
                .filter(database -> database.updates() == UpdateGuarantee.EXACTLY_ONCE)
                .map(database -> database.name())
                .collect(Collectors.toSet());
    }

    @Override
    public Path queues() {
        return queues.path();
    }

    @Override
    public long diskReserve() {
        return config.queues().diskReserve();
    }

    @Override
    public String summary() {
        return Summary.of(counts, caches.counts(), System.nanoTime() - startNanos);
    }
}
