package dev.sluice.service.admin.page;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.admin.Health;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.BackendState;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.core.OperationCounts.Reason;
import dev.sluice.service.look.LaneLooks;
import dev.sluice.service.look.Queues.Failed;
import dev.sluice.service.look.Queues.Run;
import dev.sluice.service.look.Queues.Waiting;
import dev.sluice.service.look.Status;
import dev.sluice.service.look.Status.Backend;
import dev.sluice.service.look.Status.Condition;
import dev.sluice.service.look.Status.Gateway;
import dev.sluice.service.look.Status.Name;
import dev.sluice.service.look.Status.Need;
import dev.sluice.service.look.Status.OfLane;
import dev.sluice.service.look.Status.Served;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Builds the status of a running gateway from the lanes' counts, the samples of the recorder, and the contents of the queues. */
final class StatusOfGateway {

    private static final int MOST_FAILURES = 20;
    /** If more than this share of a name's results in the last minute are failures, the status lists the name among its needs. */
    private static final double MANY = 0.01;

    private final String name;
    private final String queues;
    private final boolean shown;
    private final Recorder recorder;
    private final LaneLooks looks;
    private final InstantSource clock;
    private final Instant began;

    /** @param shown whether the status contains the last failures, with the data of their requests */
    StatusOfGateway(GatewayConfig config, boolean shown, Recorder recorder, LaneLooks looks, InstantSource clock) {
        this.name = config.name();
        this.queues = config.queues().address();
        this.shown = shown;
        this.recorder = recorder;
        this.looks = looks;
        this.clock = clock;
        this.began = clock.instant();
    }

    /** Returns the status now, without the samples. */
    Status now(Optional<ObservedLanes> gateway) {
        final long nanos = System.nanoTime();
        final Instant at = clock.instant();
        final List<Observed> observed = gateway.map(ObservedLanes::lanes).orElse(List.of());
        final Totals minute = recorder.lastMinute(observed);
        final List<OfLane> lanes =
                observed.stream().map(lane -> lane(lane, nanos)).toList();
        final Health health = Health.ready(gateway, nanos);
        final List<Name> names = names(observed, minute);
        final List<Need> needs = needs(health, minute, names, observed, lanes);
        final Condition condition = !Health.started(gateway).up()
                ? Condition.OPENING
                : !health.up() ? Condition.TROUBLE : needs.isEmpty() ? Condition.FINE : Condition.LOOK;
        return new Status(
                at,
                condition,
                needs,
                queues,
                waiting(at, observed, minute, health.up()),
                Status.rates(lanes),
                Optional.of(new Gateway(
                        name,
                        Optional.ofNullable(StatusOfGateway.class.getPackage().getImplementationVersion())
                                .orElse("(not packaged)"),
                        ProcessHandle.current().pid(),
                        Duration.between(began, at),
                        minute.times(),
                        Observed.total(observed),
                        backends(observed, minute, nanos),
                        names,
                        shown,
                        shown ? failures(lanes) : List.of(),
                        List.of())),
                lanes);
    }

    private static List<Failed> failures(List<OfLane> lanes) {
        return lanes.stream()
                .flatMap(lane -> lane.queues().stream()
                        .flatMap(queues -> queues.recent().lastFailures().stream())
                        .map(failed -> failed.on(lane.number())))
                .sorted(Comparator.comparing(
                        (Failed failed) -> failed.at().orElse(Instant.EPOCH), Comparator.reverseOrder()))
                .limit(MOST_FAILURES)
                .toList();
    }

    private List<Need> needs(
            Health health, Totals minute, List<Name> names, List<Observed> observed, List<OfLane> lanes) {
        final List<Need> needs = new ArrayList<>();
        health.reasons()
                .forEach(reason -> needs.add(
                        new Need(reason.about(), reason.about() + ": " + reason.why(), reason.act(), !health.up())));
        for (final Name row : names) {
            final long failed =
                    row.failures().values().stream().mapToLong(Long::longValue).sum();
            if (failed > 0 && failed > MANY * row.minute().resultsPerSecond() * minute.seconds()) {
                needs.add(new Need(
                        row.name(),
                        String.format(
                                Locale.ROOT,
                                "%s: %,d of its requests failed within the last minute: %s",
                                row.name(),
                                failed,
                                row.failures().entrySet().stream()
                                        .map(kind ->
                                                String.format(Locale.ROOT, "%s %,d", kind.getKey(), kind.getValue()))
                                        .collect(Collectors.joining(", "))),
                        "sluice cat --outcome failed --last 20",
                        false));
            }
        }
        final long quarantined =
                observed.stream().mapToLong(lane -> lane.counts().quarantined()).sum();
        if (quarantined > 0) {
            needs.add(new Need(
                    "gateway",
                    quarantined + " requests were answered as failed because the process crashed when they were sent",
                    "the log names them; when the cause is fixed, send them again with sluice replay redrive",
                    false));
        }
        for (final OfLane lane : lanes) {
            lane.unread()
                    .ifPresent(why -> needs.add(new Need(
                            "queues",
                            "readers, runs and failures are not known, because the queues cannot be read: " + why,
                            "",
                            false)));
        }
        if (observed.stream().anyMatch(lane -> lane.space().isPresent())) { // on Kafka the process of a run is unknown
            for (final Run run : Status.all(lanes, queues -> queues.runs())) {
                if (run.pid().isEmpty()) {
                    needs.add(new Need(
                            run.name(),
                            run.name() + ": no process executes this unfinished run; the queues' files are kept for it",
                            "start its job again, or give the run up with sluice jobs --give-up " + run.name(),
                            false));
                }
            }
        }
        return needs;
    }

    /** @param goesOn true if nothing holds requests up; otherwise the rate does not tell how long the requests will wait */
    private static Optional<Waiting> waiting(Instant at, List<Observed> lanes, Totals minute, boolean goesOn) {
        final double perSecond = minute.times().resultsPerSecond();
        final Optional<Duration> age = lanes.stream()
                .map(StatusOfGateway::oldest)
                .flatMap(Optional::stream)
                .max(Comparator.naturalOrder());
        return Recorder.backlog(lanes)
                .map(backlog -> new Waiting(
                        backlog,
                        age.map(at::minus),
                        age,
                        backlog == 0 || perSecond == 0 || !goesOn
                                ? Optional.empty()
                                : Optional.of(Duration.ofMillis((long) (1e3 * backlog / perSecond)))));
    }

    private static Optional<Duration> oldest(Observed lane) {
        final double seconds = lane.oldestSeconds();
        return seconds == 0 ? Optional.empty() : Optional.of(Duration.ofMillis((long) (1e3 * seconds)));
    }

    private static List<Backend> backends(List<Observed> lanes, Totals minute, long nanos) {
        final List<Backend> rows = new ArrayList<>();
        minute.backends().forEach((name, calls) -> {
            final List<BackendState> states = lanes.stream()
                    .flatMap(lane -> lane.counts().backends().stream())
                    .filter(state -> state.name().equals(name))
                    .toList();
            final Optional<BackendState> worst = states.stream().max(Comparator.comparing(BackendState::condition));
            rows.add(new Backend(
                    name,
                    worst.map(state -> state.condition().name().toLowerCase(Locale.ROOT))
                            .orElse("open"),
                    worst.filter(state -> state.condition() != BackendState.Condition.OPEN)
                            .map(state -> Duration.ofNanos(Math.max(0, nanos - state.sinceNanos()))),
                    worst.map(BackendState::reason).orElse(""),
                    states.stream().mapToLong(BackendState::held).sum(),
                    minute.perSecond(Totals.calls(calls)),
                    Totals.requestsPerCall(calls),
                    Totals.retries(calls)));
        });
        return rows;
    }

    private static List<Name> names(List<Observed> lanes, Totals minute) {
        final Totals start = Totals.of(lanes, 0);
        final List<Name> rows = new ArrayList<>();
        minute.names().forEach((name, its) -> {
            final OperationCounts ever = start.names().getOrDefault(name, new OperationCounts(name));
            if (ever.requests() == 0 && (name.equals(GatewayCounts.SQL) || name.equals(GatewayCounts.REFUSED))) {
                return; // without requests, these two are left out, because nobody has declared them
            }
            final Map<String, Long> failures = new TreeMap<>();
            for (final FailureKind kind : FailureKind.values()) {
                if (its.failures().get(kind) > 0) {
                    failures.put(kind.name(), its.failures().get(kind));
                }
            }
            final Map<String, Double> reasons = new TreeMap<>();
            for (final Reason reason : Reason.values()) {
                if (its.calls().get(reason) > 0) {
                    reasons.put(
                            reason.name().toLowerCase(Locale.ROOT),
                            (double) its.calls().get(reason) / its.begun());
                }
            }
            rows.add(new Name(
                    name,
                    ever.requests(),
                    ever.results().get(ResultKind.FAILED),
                    minute.times(its, Totals.ratio(its.requests(), its.begun())),
                    minute.perSecond(its.begun()),
                    Totals.ratio(
                            its.results().get(ResultKind.NOT_FOUND),
                            its.results().sum()),
                    failures,
                    its.waitedNanos().mean(),
                    its.inCallNanos().mean(),
                    reasons));
        });
        return rows;
    }

    private OfLane lane(Observed lane, long nanos) {
        return new OfLane(
                lane.lane(),
                looks.unread(lane.address()),
                looks.of(lane.address()),
                Optional.of(new Served(
                        Recorder.backlog(List.of(lane)),
                        oldest(lane),
                        lane.inHand(),
                        lane.counts().written(),
                        Health.ready(lane, nanos).reasons().stream()
                                .map(reason -> reason.about() + ": " + reason.why())
                                .toList())));
    }
}
