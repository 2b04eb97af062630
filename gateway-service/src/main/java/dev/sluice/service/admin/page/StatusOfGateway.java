package dev.sluice.service.admin.page;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.text.Plural;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.admin.Health;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.BackendState;
import dev.sluice.service.core.Counts;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.OperationCounts;
import dev.sluice.service.core.OperationCounts.Reason;
import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.look.LaneLooks;
import dev.sluice.service.look.Queues;
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
import java.util.stream.Stream;

/**
 * Builds the status of a running gateway from the lanes' counts, the samples of the recorder, and the contents of the queues.
 *
 * @param shown whether the status contains the last failures, with the data of their requests
 * @param began when the process started
 */
record StatusOfGateway(
        GatewayConfig config, boolean shown, Recorder recorder, LaneLooks looks, InstantSource clock, Instant began) {

    private static final int MOST_FAILURES = 20;
    /** If more than this share of a name's results in the last minute are failures, the status lists the name among its needs. */
    private static final double MANY = 0.01;

    /** Returns the status now, with the samples that were taken after the given time. */
    Status now(Optional<ObservedLanes> gateway, Instant since) {
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
                config.queues().address(),
                waiting(at, observed, minute, health.up()),
                Status.rates(lanes),
                Optional.of(new Gateway(
                        config.name(),
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
                        recorder.samples(since))),
                lanes);
    }

    private static List<Failed> failures(List<OfLane> lanes) {
        final Comparator<Failed> byTime =
                Comparator.comparing(failed -> failed.at().orElse(Instant.EPOCH));
        final Stream<Failed> all = lanes.stream()
                .flatMap(lane -> lane.queues().stream()
                        .flatMap(queues -> queues.recent().lastFailures().stream())
                        .map(failed -> failed.on(lane.number())));
        return all.sorted(byTime.reversed()).limit(MOST_FAILURES).toList();
    }

    private static List<Need> needs(
            Health health, Totals minute, List<Name> names, List<Observed> observed, List<OfLane> lanes) {
        final List<Need> needs = new ArrayList<>();
        health.needs().forEach(need -> needs.add(new Need(need.about(), need.sentence(), need.act(), need.urgent())));
        for (final Name row : names) {
            final long failed = row.failures().values().stream().reduce(0L, Long::sum);
            if (failed > 0 && failed > MANY * row.minute().resultsPerSecond() * minute.seconds()) {
                final Stream<String> kinds = row.failures().entrySet().stream()
                        .map(kind -> kind.getKey() + " " + Amounts.count(kind.getValue()));
                final String why = row.name() + ": " + Amounts.count(failed)
                        + " of its requests failed within the last minute: "
                        + kinds.collect(Collectors.joining(", "));
                needs.add(new Need(row.name(), why, "sluice cat --outcome failed --last 20", false));
            }
        }
        final long quarantined =
                observed.stream().mapToLong(lane -> lane.counts().quarantined()).sum();
        if (quarantined > 0) {
            needs.add(new Need(
                    "gateway",
                    Plural.of(quarantined, "request was", "requests were")
                            + " answered as failed because the process crashed when sent",
                    "the log names them; when the cause is fixed, send them again with sluice replay redrive",
                    false));
        }
        for (final OfLane lane : lanes) {
            lane.unread()
                    .map(why -> "readers, runs and failures are not known, because the queues cannot be read: " + why)
                    .ifPresent(why -> needs.add(new Need("queues", why, "", false)));
        }
        if (observed.stream().anyMatch(lane -> lane.space().isPresent())) { // on Kafka the process of a run is unknown
            for (final Run run : Status.all(lanes, Queues::runs)) {
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
        final Optional<Duration> age =
                lanes.stream().flatMap(lane -> lane.oldest().stream()).max(Comparator.naturalOrder());
        return Recorder.backlog(lanes)
                .map(backlog -> new Waiting(
                        backlog,
                        age.map(at::minus),
                        age,
                        Waiting.timeToDrain(backlog, minute.times().resultsPerSecond())
                                .filter(drain -> goesOn && backlog > 0)));
    }

    private static List<Backend> backends(List<Observed> lanes, Totals minute, long nanos) {
        final List<Backend> rows = new ArrayList<>();
        minute.backends().forEach((name, calls) -> {
            final List<BackendState> states = lanes.stream()
                    .flatMap(lane -> lane.counts().backends().stream())
                    .filter(state -> state.name().equals(name))
                    .toList();
            final BackendState worst = states.stream()
                    .max(Comparator.comparing(BackendState::condition))
                    .orElse(new BackendState(name, BackendState.Condition.OPEN, nanos, 0, "", 0));
            rows.add(new Backend(
                    name,
                    worst.condition().name().toLowerCase(Locale.ROOT),
                    Optional.of(Duration.ofNanos(Math.max(0, nanos - worst.sinceNanos())))
                            .filter(age -> worst.condition() != BackendState.Condition.OPEN),
                    worst.reason(),
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
            final OperationCounts ever = start.name(name);
            if (ever.requests() == 0 && (name.equals(GatewayCounts.SQL) || name.equals(GatewayCounts.REFUSED))) {
                return; // nobody declared these two names, so they are shown only if they have requests
            }
            final Map<String, Double> reasons = new TreeMap<>();
            counted(Reason.values(), its.calls())
                    .forEach((reason, calls) ->
                            reasons.put(reason.toLowerCase(Locale.ROOT), (double) calls / its.begun()));
            final long notFound = its.results().get(ResultKind.NOT_FOUND);
            rows.add(new Name(
                    name,
                    ever.requests(),
                    ever.results().get(ResultKind.FAILED),
                    minute.times(its, Totals.ratio(its.requests(), its.begun())),
                    minute.perSecond(its.begun()),
                    Totals.ratio(notFound, its.results().sum()),
                    counted(FailureKind.values(), its.failures()),
                    its.waitedNanos().mean(),
                    its.inCallNanos().mean(),
                    reasons));
        });
        return rows;
    }

    /** Returns the counts that are not 0. */
    private static <K extends Enum<K>> Map<String, Long> counted(K[] kinds, Counts<K> counts) {
        final Map<String, Long> counted = new TreeMap<>();
        for (final K kind : kinds) {
            if (counts.get(kind) > 0) {
                counted.put(kind.name(), counts.get(kind));
            }
        }
        return counted;
    }

    private OfLane lane(Observed lane, long nanos) {
        final OfLane seen = looks.of(lane.address());
        final Served served = new Served(
                Recorder.backlog(List.of(lane)),
                lane.oldest(),
                lane.inHand(),
                lane.counts().written(),
                Health.ready(lane, nanos).needs().stream().map(Need::sentence).toList());
        return new OfLane(lane.lane(), seen.unread(), seen.queues(), Optional.of(served));
    }
}
