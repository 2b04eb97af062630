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
 * The metrics of one gateway in the text format of Prometheus; {@code docs/reference/metrics.md} says what each means. Everything is
 * read when the page is asked for. There are as many label values as names are counted.
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

    /** The label of a lane, where there are several. */
    private static String[] labels(String number) {
        return number.isEmpty() ? new String[0] : new String[] {"lane", number};
    }

    /** Registers what the process counts: a lane's own counts begin anew when it is opened again. */
    private void moves(LaneMoves moves) {
        final String claims = "How often this process has claimed the lane";
        final String losses = "How often it was taken away, by another gateway's claim or by the brokers";
        moves.lanes().forEach((number, lane) -> {
            final Tags tags = Tags.of(labels(number));
            counter("sluice.lane.claims", claims, tags, lane.claims(), AtomicLong::get);
            counter("sluice.lane.losses", losses, tags, lane.losses(), AtomicLong::get);
        });
        final String rebalances = "How often lanes were given to this process or went to others of its group";
        counter("sluice.rebalances", rebalances, Tags.empty(), moves, LaneMoves::rebalances);
    }

    /** @param counts held by whoever counts: a counter does not keep it, and shows 0 once it is gone */
    private <T> void counter(String name, String help, Tags tags, T counts, ToDoubleFunction<T> count) {
        FunctionCounter.builder(name, counts, count)
                .description(help)
                .tags(tags)
                .register(registry);
    }

    /** The page with the value that each metric has now. */
    String text() {
        ofLanes.forEach(OfLane::requests);
        return registry.scrape(TYPE);
    }

    /** The metrics of one lane. */
    private final class OfLane {

        private final Observed gateway;
        private final Tags lane;
        /** The names that are registered: those of SQL come when they are first asked for. */
        private final Set<String> named = ConcurrentHashMap.newKeySet();

        private OfLane(Observed gateway, Tags lane) {
            this.gateway = gateway;
            this.lane = lane;
            requests();
            gateway.counts().calls().forEach(this::backend);
            gateway.caches().forEach((lookup, cache) -> {
                count(
                        "sluice.cache.hits",
                        "Requests answered from a cache",
                        cache,
                        c -> c.get(CacheResult.HIT),
                        NAME,
                        lookup);
                count(
                        "sluice.cache.misses",
                        "Requests its cache had no answer for",
                        cache,
                        c -> c.get(CacheResult.MISS),
                        NAME,
                        lookup);
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
                count("sluice.planned.calls", "Calls begun, by why", counts.calls(), its -> its.get(reason), tags);
            }
        }

        private void backend(BackendCounts counts) {
            final String name = counts.backend();
            final String calls = "Calls that came back, attempts included";
            count("sluice.calls", calls, counts, Count.READ_CALLS, KIND, "read");
            count("sluice.calls", calls, counts, Count.UPDATE_CALLS, KIND, "update");
            final String retries = "Calls given back, and made again";
            count("sluice.call.retries", retries, counts, Count.UNAVAILABLE, "reason", "unavailable");
            count("sluice.call.retries", retries, counts, Count.THROTTLED, "reason", "throttled");
            count("sluice.call.retries", retries, counts, Count.CONFLICTED, "reason", "conflicted");
            count("sluice.trips", "Round trips", counts, Count.TRIPS);
            count("sluice.outages", "How often it went away", counts, Count.OUTAGES);
            state(
                    "sluice.backend.up",
                    "",
                    "1: asked, 0: away, or it does not answer as it is configured",
                    name,
                    its -> isHeld(its) ? 0 : 1,
                    1);
            final String slowed = "1: asked slower, as it wants fewer calls";
            state("sluice.backend.slowed", "", slowed, name, its -> its.condition() == Condition.SLOWED ? 1 : 0, 0);
            final String away = "Since when it is away, or does not answer as it is configured; 0 if neither";
            state("sluice.backend.away", SECONDS, away, name, OfLane::awaySeconds, 0);
            final String held = "Requests in hand that wait for it";
            state("sluice.backend.held.requests", "", held, name, BackendState::held, 0);
            final var database =
                    Optional.ofNullable(gateway.config().databases().get(name));
            if (database.filter(its -> its.updates() == UpdateGuarantee.EXACTLY_ONCE)
                    .isPresent()) {
                final String age =
                        "Since when no run of updates was committed with its checkpoint; NaN before the first";
                gauge("sluice.checkpoint.age", SECONDS, age, () -> seconds(counts.updatedNanos()), BACKEND, name);
            }
        }

        private void gateway() {
            gauge("sluice.backlog.requests", "", "Requests without a result", gateway.backlog()::getAsLong);
            gauge("sluice.backlog", SECONDS, "Age of the oldest request in hand", gateway::oldestSeconds);
            final String quarantined = "Requests answered as failed, since the process ended whenever they were asked";
            count("sluice.quarantined.requests", quarantined, gateway.counts(), its -> its.quarantined());
            count(
                    "sluice.commits",
                    "Commits that made results visible",
                    gateway,
                    its -> its.commits().getAsLong());
            count(
                    "sluice.commit.seconds",
                    "How long these commits took",
                    gateway,
                    its -> its.commitNanos().getAsLong() / NANOS);
            gauge("sluice.requests.in.hand", "", "Requests read and without a result", gateway::inHand);
            final String turn = "Since when the service thread has not ended a turn";
            gauge(
                    "sluice.turn.age",
                    SECONDS,
                    turn,
                    () -> seconds(gateway.counts().turnNanos()));
            final String held = "1: the disk has reached its reserve, no result is written";
            gauge("sluice.results.held", "", held, () -> gateway.diskFull().getAsBoolean() ? 1 : 0);
        }

        private void disk() {
            gateway.space().ifPresent(this::disk);
        }

        private void disk(QueueSpace space) {
            for (final String queue : QueueSpace.QUEUES) {
                gauge("sluice.queue", BYTES, "Length of its files", () -> space.length(queue), "queue", queue);
            }
            gauge("sluice.disk.usable", BYTES, "Free space on the queues' disk", space::usable);
            final String reserve = "Free space below which results are held";
            gauge("sluice.disk.reserve", BYTES, reserve, gateway.config().queues()::diskReserve);
        }

        private static boolean isHeld(BackendState backend) {
            return backend.condition() == Condition.AWAY || backend.condition() == Condition.MISFIT;
        }

        private static double awaySeconds(BackendState backend) {
            return isHeld(backend) ? seconds(OptionalLong.of(backend.sinceNanos())) : 0;
        }

        /** Since then, by {@link System#nanoTime()}. */
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

        /** @param unknown before the service thread has looked at the backend */
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
                "Requests of a chunk",
                1,
                (lane, points) -> points.accept(of(lane), lane.counts().chunkSizes()));
        histogram("sluice_call_requests", "Requests that a call answered", 1, (lane, points) -> {
            for (final BackendCounts counts : lane.counts().calls()) {
                final Labels its = of(lane).add(BACKEND, counts.backend());
                points.accept(its.add(KIND, "read"), counts.readRequests());
                points.accept(its.add(KIND, "update"), counts.updateRequests());
            }
        });
        final String waited = "From when a request was written until the call was made that answered it";
        times("sluice_request_waited_seconds", waited, OperationCounts::waitedNanos);
        final String inCall = "How long the call took that answered a request";
        times("sluice_request_in_call_seconds", inCall, OperationCounts::inCallNanos);
        final String total = "From when a request was written until its result was";
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
     * Registers what the service thread counted into arrays.
     *
     * @param unit how many of what was counted make one of what is shown
     * @param points hands over the histogram of each set of labels of a lane
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
