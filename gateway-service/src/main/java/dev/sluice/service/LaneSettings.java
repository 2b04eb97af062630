package dev.sluice.service;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.ResilienceConfig;
import dev.sluice.service.core.Resilience;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of a lane's configuration that can change while it runs, those declared with {@code whileItRuns}: its service thread takes their
 * values over at the start of a turn.
 */
final class LaneSettings {

    private final RunningConfig running;
    private final Gateway gateway;
    private final Optional<RetentionTask> retention;
    private Optional<Duration> age;
    private volatile GatewayConfig followed;

    /** @param opened what the lane was opened with */
    LaneSettings(RunningConfig running, GatewayConfig opened, Gateway gateway, Optional<RetentionTask> retention) {
        this.running = running;
        this.gateway = gateway;
        this.retention = retention;
        this.age = opened.queues().retention();
        this.followed = opened;
    }

    /** A turn begins. The service thread alone calls this. */
    void follow() {
        final GatewayConfig now = running.current();
        if (now != followed) {
            gateway.change(now.chunk().linger().toNanos(), resiliences(now));
            if (!age.equals(now.queues().retention())) {
                age = now.queues().retention();
                retention.ifPresent(task -> task.change(age));
            }
            followed = now;
        }
    }

    /** Whether no turn is under way that began with another configuration. */
    boolean followed() {
        return followed == running.current();
    }

    private static Map<String, Resilience> resiliences(GatewayConfig config) {
        final Map<String, Resilience> all = new HashMap<>();
        config.databases().forEach((name, database) -> all.put(name, resilience(database.resilience())));
        config.rest().services().forEach((name, service) -> all.put(name, resilience(service.resilience())));
        return all;
    }

    private static Resilience resilience(ResilienceConfig its) {
        return Resilience.of(its.backoff(), its.maxBackoff(), its.failAfter(), its.callsPerSecond());
    }
}
