package dev.sluice.service.admin;

import dev.sluice.service.cache.LookupCaches;
import dev.sluice.service.core.Histogram;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.core.plan.RequestCounts;
import dev.sluice.service.core.schedule.BackendCounts;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A gateway that does nothing, and whose queues cannot be read. */
abstract class StillGateway implements Observed {

    RequestCounts counts = new RequestCounts(List.of());
    Path path = Path.of("target");

    @Override
    public String gateway() {
        return "seen";
    }

    @Override
    public List<BackendCounts> calls() {
        return List.of();
    }

    @Override
    public Collection<OperationCounts> requests() {
        return counts.all();
    }

    @Override
    public Map<String, LookupCaches.Counts> caches() {
        return Map.of();
    }

    @Override
    public Histogram chunks() {
        return Histogram.ofSizes();
    }

    @Override
    public long inHand() {
        return 0;
    }

    @Override
    public long quarantined() {
        return 2;
    }

    @Override
    public long oldestNanos() {
        return 0;
    }

    @Override
    public long backlog() {
        throw new IllegalStateException("the queues are closed");
    }

    @Override
    public Set<String> checkpoints() {
        return Set.of();
    }

    @Override
    public Path queues() {
        return path;
    }

    @Override
    public long diskReserve() {
        return 1;
    }

    @Override
    public String summary() {
        return "{}";
    }
}
