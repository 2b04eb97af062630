package dev.sluice.service.admin;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.disk.QueueSpace;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.cache.LookupCaches.CacheResult;
import dev.sluice.service.config.DatabaseConfig.UpdateGuarantee;
import dev.sluice.service.core.BackendCounts;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.BackendState;
import dev.sluice.service.core.BackendState.Condition;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.Histogram;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.core.OperationCounts.Reason;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of one gateway in the text format of Prometheus; {@code docs/reference/metrics.md} explains each of them. The
 * values are read when the page is requested. The number of time series is bounded, because requests are counted under a bounded
 * number of names.
 */
final class Metrics {

    /** The content type of the text format. */
    static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final String NAME = "name";
    private static final String BACKEND = "backend";
    private static final String KIND = "kind";
    private static final String BYTES = "bytes";
    private static final String SECONDS = "seconds";
    private static final double NANOS = 1e9;

    private final List<Observed> lanes;
    private final List<OfLane> ofLanes;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    Metrics(ObservedLanes gateway) {
        this.lanes = gateway.lanes();
        registry.config().commonTags("gateway", gateway.gateway());
        ofLanes = lanes.stream()
                .map(lane -> new OfLane(lane, Tags.of(labels(lane.lane()))))
                .toList();
        moves(gateway.moves());
        histograms();
        new JvmMemoryMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    /** Returns the label with the lane's number; empty if the queues have only one lane. */
    private static String[] labels(String number) {
        return number.isEmpty() ? new String[0] : new String[] {"lane", number};
    }

    /** Registers the counts of the process. They go on when a lane is opened again, while the counts of the lane restart at 0. */
    private void moves(LaneMoves moves) {
        final String claims = "How often this process has claimed the lane";
        final String losses = "How often the lane was taken away, by another gateway's claim or by the brokers";
        moves.lanes().forEach((number, lane) -> {
            final Tags tags = Tags.of(labels(number));
            counter("sluice.lane.claims", claims, tags, lane.claims(), AtomicLong::get);
            counter("sluice.lane.losses", losses, tags, lane.losses(), AtomicLong::get);
        });
        final String rebalances = "How often lanes moved to this process, or from it to another process of its group";
        counter("sluice.rebalances", rebalances, Tags.empty(), moves, LaneMoves::rebalances);
    }

    /** @param counts must stay reachable from elsewhere, because the counter holds only a weak reference to it */
    private <T> void counter(String name, String help, Tags tags, T counts, ToDoubleFunction<T> count) {
        FunctionCounter.builder(name, counts, count)
                .description(help)
                .tags(tags)
                .register(registry);
    }

    /** Returns the page with the current values. */
    String text() {
        ofLanes.forEach(OfLane::requests);
        return registry.scrape(TYPE);
    }

    /** The metrics of one lane. */
    private final class OfLane {

        private final Observed gateway;
        private final Tags lane;
        /** The names that are registered. The names of ad hoc SQL are added after their first request. */
        private final Set<String> named = ConcurrentHashMap.newKeySet();

        private OfLane(Observed gateway, Tags lane) {
            this.gateway = gateway;
            this.lane = lane;
            requests();
            gateway.counts().calls().forEach(this::backend);
            gateway.caches().forEach((lookup, cache) -> {
                final String hits = "Requests answered from a cache";
                count("sluice.cache.hits", hits, cache, its -> its.get(CacheResult.HIT), NAME, lookup);
                final String misses = "Requests that were not found in the cache";
                count("sluice.cache.misses", misses, cache, its -> its.get(CacheResult.MISS), NAME, lookup);
            });
            gateway();
            disk();
        }

        private void requests() {
            gateway.counts().requests().stream()
                    .filter(counts -> named.add(counts.name()))
                    .forEach(this::request);
        }

        private void request(OperationCounts counts) {
            final String name = counts.name();
            count("sluice.requests", "Requests read", counts, OperationCounts::requests, NAME, name);
            for (final ResultKind kind : ResultKind.values()) {
                final String[] tags = {NAME, name, "outcome", word(kind)};
                count("sluice.results", "Results written", counts.results(), its -> its.get(kind), tags);
            }
            for (final FailureKind kind : FailureKind.values()) {
                final String[] tags = {NAME, name, KIND, word(kind)};
                count("sluice.failures", "Results that failed", counts.failures(), its -> its.get(kind), tags);
            }
            for (final Reason reason : Reason.values()) {
                final String[] tags = {NAME, name, "reason", word(reason)};
                count("sluice.planned.calls", "Calls begun, by reason", counts.calls(), its -> its.get(reason), tags);
            }
        }

        private void backend(BackendCounts counts) {
            final String name = counts.backend();
            final String calls = "Calls that ended, failed attempts included";
            count("sluice.calls", calls, counts, Count.READ_CALLS, KIND, "read");
            count("sluice.calls", calls, counts, Count.UPDATE_CALLS, KIND, "update");
            final String retries = "Calls that the backend did not answer and that were retried";
            count("sluice.call.retries", retries, counts, Count.UNAVAILABLE, "reason", "unavailable");
            count("sluice.call.retries", retries, counts, Count.THROTTLED, "reason", "throttled");
            count("sluice.call.retries", retries, counts, Count.CONFLICTED, "reason", "conflicted");
            count("sluice.trips", "Round trips", counts, Count.TRIPS);
            count("sluice.outages", "How often the backend became unavailable", counts, Count.OUTAGES);
            state(
                    "sluice.backend.up",
                    "",
                    "1: the backend is called, 0: it is away, or its responses do not match its configuration",
                    name,
                    its -> isHeld(its) ? 0 : 1,
                    1);
            final String slowed = "1: called more slowly, because the backend asked for fewer calls";
            state("sluice.backend.slowed", "", slowed, name, its -> its.condition() == Condition.SLOWED ? 1 : 0, 0);
            final String away = "How long the backend has been away, or a misfit to its configuration; 0 if neither";
            state("sluice.backend.away", SECONDS, away, name, OfLane::awaySeconds, 0);
            final String held = "Requests in progress that wait for the backend";
            state("sluice.backend.held.requests", "", held, name, BackendState::held, 0);
            final var database =
                    Optional.ofNullable(gateway.config().databases().get(name));
            if (database.filter(its -> its.updates() == UpdateGuarantee.EXACTLY_ONCE)
                    .isPresent()) {
                final String age =
                        "Time since updates were last committed with their checkpoint; NaN before the first commit";
                gauge("sluice.checkpoint.age", SECONDS, age, () -> seconds(counts.updatedNanos()), BACKEND, name);
            }
        }

        private void gateway() {
            gauge("sluice.backlog.requests", "", "Requests without a result", gateway.backlog()::getAsLong);
            gauge("sluice.backlog", SECONDS, "Age of the oldest request in progress", this::oldestSeconds);
            final String quarantined = "Requests answered as failed because the process crashed when they were sent";
            count("sluice.quarantined.requests", quarantined, gateway.counts(), its -> its.quarantined());
            final String commits = "Commits that made results visible";
            count("sluice.commits", commits, gateway, its -> its.commits().getAsLong());
            final String time = "Total time of these commits";
            count(
                    "sluice.commit.seconds",
                    time,
                    gateway,
                    its -> its.commitNanos().getAsLong() / NANOS);
            gauge("sluice.requests.in.hand", "", "Requests that were read and have no result yet", gateway::inHand);
            final String turn = "Time since the service thread last ended a turn of its loop";
            final GatewayCounts counts = gateway.counts();
            gauge("sluice.turn.age", SECONDS, turn, () -> seconds(counts.turnNanos()));
            final String held = "1: the free disk space has fallen to the reserve, so no result is written";
            gauge("sluice.results.held", "", held, () -> gateway.diskFull().getAsBoolean() ? 1 : 0);
        }

        private void disk() {
            gateway.space().ifPresent(this::disk);
        }

        private void disk(QueueSpace space) {
            for (final String queue : QueueSpace.QUEUES) {
                gauge("sluice.queue", BYTES, "Length of the queue's files", () -> space.length(queue), "queue", queue);
            }
            gauge("sluice.disk.usable", BYTES, "Free space on the queues' disk", space::usable);
            final String reserve = "Free space below which results are held";
            gauge("sluice.disk.reserve", BYTES, reserve, gateway.config().queues()::diskReserve);
        }

        private double oldestSeconds() {
            return gateway.oldest().orElse(Duration.ZERO).toNanos() / NANOS;
        }

        private static boolean isHeld(BackendState backend) {
            return backend.condition() == Condition.AWAY || backend.condition() == Condition.MISFIT;
        }

        private static double awaySeconds(BackendState backend) {
            return isHeld(backend) ? seconds(OptionalLong.of(backend.sinceNanos())) : 0;
        }

        /** Returns the seconds since a time by {@link System#nanoTime()}; NaN if there is none. */
        private static double seconds(OptionalLong then) {
            return then.isPresent() ? Math.max(0, System.nanoTime() - then.getAsLong()) / NANOS : Double.NaN;
        }

        private static String word(Enum<?> value) {
            return value.name().toLowerCase(Locale.ROOT);
        }

        private void count(String name, String help, BackendCounts counts, Count count, String... tags) {
            final Tags all = lane.and(BACKEND, counts.backend()).and(tags);
            counter(name, help, all, counts, its -> its.get(count));
        }

        private <T> void count(String name, String help, T counts, ToDoubleFunction<T> count, String... tags) {
            counter(name, help, lane.and(tags), counts, count);
        }

        /** @param unknown the value until the service thread has checked the backend for the first time */
        private void state(
                String name,
                String unit,
                String help,
                String backend,
                Function<BackendState, Number> value,
                Number unknown) {
            final Supplier<Number> now = () -> gateway.counts().backends().stream()
                    .filter(state -> state.name().equals(backend))
                    .findFirst()
                    .map(value)
                    .orElse(unknown);
            gauge(name, unit, help, now, BACKEND, backend);
        }

        private void gauge(String name, String unit, String help, Supplier<Number> value, String... tags) {
            Gauge.builder(name, value)
                    .description(help)
                    .baseUnit(unit.isEmpty() ? null : unit)
                    .tags(lane)
                    .tags(tags)
                    .register(registry);
        }
    }

    private void histograms() {
        histogram(
                "sluice_chunk_requests",
                "Requests in a chunk",
                1,
                (lane, points) -> points.accept(of(lane), lane.counts().chunkSizes()));
        histogram("sluice_call_requests", "Requests that a call answered", 1, (lane, points) -> {
            for (final BackendCounts counts : lane.counts().calls()) {
                final Labels its = of(lane).add(BACKEND, counts.backend());
                points.accept(its.add(KIND, "read"), counts.readRequests());
                points.accept(its.add(KIND, "update"), counts.updateRequests());
            }
        });
        final String waited = "Time from writing a request to the beginning of the call that answered it";
        times("sluice_request_waited_seconds", waited, OperationCounts::waitedNanos);
        final String inCall = "Duration of the call that answered a request";
        times("sluice_request_in_call_seconds", inCall, OperationCounts::inCallNanos);
        final String total = "Time from writing a request to writing its result";
        times("sluice_request_seconds", total, OperationCounts::totalNanos);
    }

    private static Labels of(Observed lane) {
        return Labels.of("gateway", lane.gateway()).merge(Labels.of(labels(lane.lane())));
    }

    private void times(String name, String help, Function<OperationCounts, Histogram> times) {
        histogram(
                name,
                help,
                NANOS,
                (lane, points) -> lane.counts()
                        .requests()
                        .forEach(counts -> points.accept(of(lane).add(NAME, counts.name()), times.apply(counts))));
    }

    /**
     * Registers a histogram that the service thread counts in arrays.
     *
     * @param unit the divisor from the counted to the shown unit, such as 1e9 from nanoseconds to seconds
     * @param points passes on the histograms of a lane, each with its labels
     */
    private void histogram(
            String name, String help, double unit, BiConsumer<Observed, BiConsumer<Labels, Histogram>> points) {
        final Collector collector = () -> {
            final HistogramSnapshot.Builder snapshot =
                    HistogramSnapshot.builder().name(name).help(help);
            lanes.forEach(lane ->
                    points.accept(lane, (labels, histogram) -> snapshot.dataPoint(point(labels, histogram, unit))));
            return snapshot.build();
        };
        registry.getPrometheusRegistry().register(collector);
    }

    private static HistogramDataPointSnapshot point(Labels labels, Histogram histogram, double unit) {
        final ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        for (int i = 0; i <= histogram.size(); i++) {
            buckets.bucket(
                    i == histogram.size() ? Double.POSITIVE_INFINITY : histogram.bound(i) / unit, histogram.count(i));
        }
        return HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(buckets.build())
                .sum(histogram.sum() / unit)
                .build();
    }
}
