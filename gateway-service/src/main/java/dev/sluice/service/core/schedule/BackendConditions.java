package dev.sluice.service.core.schedule;

import dev.sluice.service.core.Backend;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** How each backend is. Belongs to the service thread, but for {@link #states} and {@link #counts}. */
final class BackendConditions {

    private final String gateway;
    private final Map<Backend, BackendCondition> conditions = new LinkedHashMap<>();
    private volatile List<BackendState> states = List.of();
    private volatile List<BackendCounts> counts = List.of();

    BackendConditions(String gateway) {
        this.gateway = gateway;
    }

    BackendCondition of(Backend backend) {
        final BackendCondition known = conditions.get(backend);
        return known == null ? add(backend) : known;
    }

    private BackendCondition add(Backend backend) {
        final BackendCondition added = new BackendCondition(gateway, backend);
        conditions.put(backend, added);
        counts = conditions.values().stream().map(BackendCondition::counts).toList();
        return added;
    }

    Collection<BackendCondition> all() {
        return conditions.values();
    }

    /** Whether some backend is away or slowed down. */
    boolean troubled() {
        for (final BackendCondition condition : conditions.values()) {
            if (condition.condition() != BackendState.Condition.OPEN) {
                return true;
            }
        }
        return false;
    }

    /** Lets other threads see how they are, and how many requests wait for each. */
    void publish(ToIntFunction<BackendCondition> held) {
        if (states.size() == conditions.size() && !troubled() && allOpen()) {
            return;
        }
        final List<BackendState> now = new ArrayList<>(conditions.size());
        for (final BackendCondition condition : conditions.values()) {
            now.add(condition.state(held.applyAsInt(condition)));
        }
        if (!now.equals(states)) {
            states = List.copyOf(now);
        }
    }

    private boolean allOpen() {
        for (final BackendState state : states) {
            if (state.condition() != BackendState.Condition.OPEN) {
                return false;
            }
        }
        return true;
    }

    /** As published last, in the order the backends became known. Any thread. */
    List<BackendState> states() {
        return states;
    }

    /** What the calls of each came to, in the order the backends became known. Any thread. */
    List<BackendCounts> counts() {
        return counts;
    }
}
