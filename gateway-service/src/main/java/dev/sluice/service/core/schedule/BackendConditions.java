package dev.sluice.service.core.schedule;

import dev.sluice.service.core.Backend;
import dev.sluice.service.core.BackendState;
import dev.sluice.service.core.GatewayCounts;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** The conditions of all backends. Belongs to the service thread. */
final class BackendConditions {

    private final String gateway;
    private final Map<Backend, BackendCondition> conditions = new LinkedHashMap<>();
    private final GatewayCounts counts;
    private boolean troubledBefore;

    BackendConditions(String gateway, GatewayCounts counts) {
        this.gateway = gateway;
        this.counts = counts;
    }

    BackendCondition of(Backend backend) {
        final BackendCondition known = conditions.get(backend);
        return known == null
                ? conditions.computeIfAbsent(backend, added -> new BackendCondition(gateway, added, counts.add(added)))
                : known;
    }

    Collection<BackendCondition> all() {
        return conditions.values();
    }

    /** Whether some backend is not open, for example unavailable or slowed down. */
    boolean troubled() {
        for (final BackendCondition condition : conditions.values()) {
            if (condition.condition() != BackendState.Condition.OPEN) {
                return true;
            }
        }
        return false;
    }

    /**
     * Publishes the states of the backends to other threads.
     *
     * @param held returns how many requests wait for a backend
     */
    void publish(ToIntFunction<BackendCondition> held) {
        final boolean troubled = troubled();
        if (!troubled && !troubledBefore && counts.backends().size() == conditions.size()) {
            return;
        }
        troubledBefore = troubled;
        final List<BackendState> now = conditions.values().stream()
                .map(condition -> condition.state(held.applyAsInt(condition)))
                .toList();
        if (!now.equals(counts.backends())) {
            counts.backends(now);
        }
    }
}
