package dev.sluice.service.admin;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.queue.files.QueueSpace;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.core.schedule.BackendCounts;
import dev.sluice.service.core.schedule.BackendState;
import dev.sluice.service.core.schedule.BackendState.Condition;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of one gateway in the text format of Prometheus; {@code docs/metrics.md} says what each means. Everything is
 * read when the page is asked for. There are as many label values as the configuration has names.
 */
final class Metrics {

    /** The content type of the text format. */
    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final String NAME = "name";
    private static final String BACKEND = "backend";
    private static final String KIND = "kind";
    private static final String BYTES = "bytes";
    private static final double NANOS = 1e9;

    private final Observed gateway;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    Metrics(Observed gateway) {
        this.gateway = gateway;
        registry.config().commonTags("gateway", gateway.gateway());
        gateway.requests().forEach(this::request);
        gateway.calls().forEach(this::backend);
        gateway.caches().forEach((lookup, cache) -> {
            count("sluice.cache.hits", "Requests answered from a cache", cache, c -> c.hits(), NAME, lookup);
            count("sluice.cache.misses", "Requests its cache had no answer for", cache, c -> c.misses(), NAME, lookup);
        });
        gateway();
        disk();
        Histograms.register(registry.getPrometheusRegistry(), gateway);
        new JvmMemoryMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    /** All of them, now. */
    String text() {
        return registry.scrape(TYPE);
    }

    private void request(OperationCounts counts) {
        final String name = counts.name();
        count("sluice.requests", "Requests read", counts, OperationCounts::requests, NAME, name);
        for (final ResultKind kind : ResultKind.values()) {
            count("sluice.results", "Results written", counts, c -> c.results(kind), NAME, name, "outcome", word(kind));
        }
        for (final FailureKind kind : FailureKind.values()) {
            count(
                    "sluice.failures",
                    "Results that failed",
                    counts,
                    c -> c.failures(kind),
                    NAME,
                    name,
                    KIND,
                    word(kind));
        }
    }

    private void backend(BackendCounts counts) {
        final String name = counts.backend();
        final String calls = "Calls that came back, attempts included";
        count("sluice.calls", calls, counts, BackendCounts::readCalls, BACKEND, name, KIND, "read");
        count("sluice.calls", calls, counts, BackendCounts::updateCalls, BACKEND, name, KIND, "update");
        final String retries = "Calls given back, and made again";
        final String reason = "reason";
        count("sluice.call.retries", retries, counts, BackendCounts::unavailable, BACKEND, name, reason, "unavailable");
        count("sluice.call.retries", retries, counts, BackendCounts::throttled, BACKEND, name, reason, "throttled");
        count("sluice.call.retries", retries, counts, BackendCounts::conflicted, BACKEND, name, reason, "conflicted");
        count("sluice.trips", "Round trips", counts, BackendCounts::trips, BACKEND, name);
        count("sluice.outages", "How often it went away", counts, BackendCounts::outages, BACKEND, name);
        gauge("sluice.backend.up", "1: asked, 0: away", "", () -> is(name, Condition.AWAY) ? 0 : 1, BACKEND, name);
        gauge(
                "sluice.backend.slowed",
                "1: asked slower, as it wants fewer calls",
                "",
                () -> is(name, Condition.SLOWED) ? 1 : 0,
                BACKEND,
                name);
        gauge(
                "sluice.backend.away",
                "Since when it is away, 0 if it is not",
                "seconds",
                () -> is(name, Condition.AWAY)
                        ? sinceNanos(state(name).orElseThrow().sinceNanos()) / NANOS
                        : 0,
                BACKEND,
                name);
        gauge(
                "sluice.backend.held.requests",
                "Requests in hand that wait for it",
                "",
                () -> state(name).map(BackendState::held).orElse(0),
                BACKEND,
                name);
        if (gateway.checkpoints().contains(name)) {
            gauge(
                    "sluice.checkpoint.age",
                    "Since when no run of updates was committed with its checkpoint; NaN before the first",
                    "seconds",
                    () -> counts.updatedNanos().isPresent()
                            ? sinceNanos(counts.updatedNanos().getAsLong()) / NANOS
                            : Double.NaN,
                    BACKEND,
                    name);
        }
    }

    private void gateway() {
        gauge("sluice.backlog.requests", "Requests without a result", "", gateway::backlog);
        gauge("sluice.backlog", "Age of the oldest request in hand", "seconds", this::backlogSeconds);
        final String quarantined = "Requests answered as failed, since the process ended whenever they were asked";
        count("sluice.quarantined.requests", quarantined, gateway, Observed::quarantined);
        gauge("sluice.requests.in.hand", "Requests read and without a result", "", gateway::inHand);
        gauge(
                "sluice.turn.age",
                "Since when the service thread has not ended a turn",
                "seconds",
                () -> gateway.turnNanos().isPresent()
                        ? sinceNanos(gateway.turnNanos().getAsLong()) / NANOS
                        : Double.NaN);
        gauge(
                "sluice.results.held",
                "1: the disk has reached its reserve, no result is written",
                "",
                () -> gateway.diskFull() ? 1 : 0);
    }

    private void disk() {
        final QueueSpace space = new QueueSpace(gateway.queues());
        for (final String queue : QueueSpace.QUEUES) {
            gauge("sluice.queue", "Length of its files", BYTES, () -> space.length(queue), "queue", queue);
        }
        gauge("sluice.disk.usable", "Free space on the queues' disk", BYTES, space::usable);
        gauge("sluice.disk.reserve", "Free space below which results are held", BYTES, gateway::diskReserve);
    }

    private double backlogSeconds() {
        final long oldest = gateway.oldestNanos();
        return oldest == 0 ? 0 : Math.max(0, System.currentTimeMillis() * 1e6 - oldest) / NANOS;
    }

    private boolean is(String backend, Condition condition) {
        return state(backend).filter(state -> state.condition() == condition).isPresent();
    }

    private Optional<BackendState> state(String backend) {
        return gateway.backends().stream()
                .filter(state -> state.name().equals(backend))
                .findFirst();
    }

    private static double sinceNanos(long then) {
        return Math.max(0, System.nanoTime() - then);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private <T> void count(String name, String help, T counts, ToDoubleFunction<T> count, String... tags) {
        FunctionCounter.builder(name, counts, count)
                .description(help)
                .tags(tags)
                .register(registry);
    }

    private void gauge(String name, String help, String unit, Supplier<Number> value, String... tags) {
        Gauge.builder(name, value)
                .description(help)
                .baseUnit(unit.isEmpty() ? null : unit)
                .tags(tags)
                .register(registry);
    }
}
