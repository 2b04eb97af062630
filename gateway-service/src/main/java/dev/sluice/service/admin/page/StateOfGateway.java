package dev.sluice.service.admin.page;

import dev.sluice.api.FailureKind;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.admin.Health;
import dev.sluice.service.admin.Observed;
import dev.sluice.service.admin.ObservedLanes;
import dev.sluice.service.admin.page.PageState.BackendRow;
import dev.sluice.service.admin.page.PageState.Condition;
import dev.sluice.service.admin.page.PageState.LaneRow;
import dev.sluice.service.admin.page.PageState.NameRow;
import dev.sluice.service.admin.page.PageState.Need;
import dev.sluice.service.admin.page.PageState.Now;
import dev.sluice.service.admin.page.PageState.Placed;
import dev.sluice.service.core.BackendState;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.OperationCounts.Reason;
import dev.sluice.service.look.LaneLooks;
import dev.sluice.service.look.Status;
import dev.sluice.service.look.Status.Disk;
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
import java.util.function.Function;

/** Puts together what the page says: what the lanes count, what the recorder kept, and what looks at the queues found. */
final class StateOfGateway {

    private static final int MOST_FAILURES = 20;
    private static final double MEDIAN = 0.5;
    private static final double MOST = 0.99;
    /** A name of which more than this share of the last minute's results failed needs a person. */
    private static final double MANY = 0.01;

    private final String name;
    private final boolean shown;
    private final Recorder recorder;
    private final LaneLooks looks;
    private final InstantSource clock;
    private final Instant began;

    /** @param shown whether failures say what was asked and answered */
    StateOfGateway(String name, boolean shown, Recorder recorder, LaneLooks looks, InstantSource clock) {
        this.name = name;
        this.shown = shown;
        this.recorder = recorder;
        this.looks = looks;
        this.clock = clock;
        this.began = clock.instant();
    }

    PageState now(Optional<ObservedLanes> gateway) {
        final long nanos = System.nanoTime();
        final List<Observed> lanes = gateway.map(ObservedLanes::lanes).orElse(List.of());
        final Totals minute = recorder.lastMinute(lanes);
        final Map<String, Status> seen =
                new TreeMap<>(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
        lanes.forEach(lane -> looks.of(lane.address()).ifPresent(status -> seen.put(lane.lane(), status)));
        final Health health = Health.ready(gateway, nanos);
        final List<NameRow> names = names(lanes, minute);
        final List<Need> needs = needs(health, minute, names, lanes, seen);
        return new PageState(
                clock.instant(),
                name,
                Optional.ofNullable(StateOfGateway.class.getPackage().getImplementationVersion())
                        .orElse("(not packaged)"),
                ProcessHandle.current().pid(),
                Duration.between(began, clock.instant()),
                condition(gateway, health, needs),
                needs,
                numbers(lanes, minute, seen, health.up()),
                backends(lanes, minute, nanos),
                names,
                lanes.stream().map(lane -> lane(lane, nanos)).toList(),
                placed(seen, Status::readers),
                placed(seen, Status::runs),
                lanes.stream()
                        .flatMap(lane ->
                                looks.unread(lane.address()).stream().map(why -> new Placed<>(lane.lane(), why)))
                        .toList(),
                shown
                        ? placed(seen, status -> status.recent().lastFailures()).stream()
                                .sorted(Comparator.comparing(
                                        failed -> failed.its().at().orElse(Instant.EPOCH), Comparator.reverseOrder()))
                                .limit(MOST_FAILURES)
                                .toList()
                        : List.of(),
                shown,
                recorder.samples());
    }

    private static Condition condition(Optional<ObservedLanes> gateway, Health health, List<Need> needs) {
        if (!Health.started(gateway).up()) {
            return Condition.OPENING;
        }
        if (!health.up()) {
            return Condition.TROUBLE;
        }
        return needs.isEmpty() ? Condition.FINE : Condition.LOOK;
    }

    private List<Need> needs(
            Health health, Totals minute, List<NameRow> names, List<Observed> lanes, Map<String, Status> seen) {
        final List<Need> needs = new ArrayList<>();
        health.reasons()
                .forEach(reason -> needs.add(new Need(reason.about(), reason.why(), reason.act(), !health.up())));
        for (final NameRow row : names) {
            final long failed =
                    row.failures().values().stream().mapToLong(Long::longValue).sum();
            final double results = row.perSecond() * minute.seconds();
            if (failed > 0 && failed > MANY * results) {
                needs.add(new Need(
                        row.name(),
                        String.format(
                                Locale.ROOT,
                                "%,d of its requests failed within the last minute: %s",
                                failed,
                                row.failuresInWords()),
                        "sluice cat --outcome failed --last 20",
                        false));
            }
        }
        final long quarantined =
                lanes.stream().mapToLong(lane -> lane.counts().quarantined()).sum();
        if (quarantined > 0) {
            needs.add(new Need(
                    "gateway",
                    quarantined + " requests were answered as failed, as the process ended whenever they were asked",
                    "the log names them; ask them again with sluice replay redrive when that is mended",
                    false));
        }
        for (final Placed<Status.Run> run : placed(seen, Status::runs)) {
            if (run.its().pid().isEmpty() && onDisk(lanes)) {
                needs.add(new Need(
                        run.its().name(),
                        "this run has not ended, and no process runs it; the queues' files are kept for it",
                        "start its job again, or sluice jobs --give-up "
                                + run.its().name(),
                        false));
            }
        }
        return needs;
    }

    /** Elsewhere nobody can tell whether a run's process is there. */
    private static boolean onDisk(List<Observed> lanes) {
        return Recorder.usable(lanes) >= 0;
    }

    /** @param goesOn whether nothing holds requests up: otherwise the rate says nothing of those that wait */
    private Now numbers(List<Observed> lanes, Totals minute, Map<String, Status> seen, boolean goesOn) {
        final NameTotals all = minute.all();
        final long backlog = Recorder.backlog(lanes);
        final double perSecond = minute.perSecond(all.results());
        return new Now(
                backlog < 0 ? Optional.empty() : Optional.of(backlog),
                backlog <= 0 || all.results() == 0 || !goesOn
                        ? Optional.empty()
                        : Optional.of(Duration.ofMillis((long) (1e3 * backlog / perSecond))),
                duration(Recorder.oldestSeconds(lanes)),
                lanes.stream().mapToLong(Observed::inHand).sum(),
                minute.perSecond(all.requests()),
                perSecond,
                all.results(ResultKind.FAILED),
                all.times().nanos(MEDIAN),
                all.times().nanos(MOST),
                minute.calls().requestsPerCall(),
                seen.values().stream()
                        .map(Status::disk)
                        .reduce((a, b) -> new Disk(a.in() + b.in(), a.out() + b.out(), a.left(), a.reserve()))
                        .map(sum -> new Disk(
                                sum.in(),
                                sum.out(),
                                sum.left(),
                                lanes.get(0).config().queues().diskReserve())));
    }

    private static Duration duration(double seconds) {
        return Duration.ofMillis((long) (1e3 * seconds));
    }

    private static List<BackendRow> backends(List<Observed> lanes, Totals minute, long nanos) {
        final List<BackendRow> rows = new ArrayList<>();
        minute.backends().forEach((name, calls) -> {
            final List<BackendState> states = lanes.stream()
                    .flatMap(lane -> lane.counts().backends().stream())
                    .filter(state -> state.name().equals(name))
                    .toList();
            final Optional<BackendState> worst = states.stream().max(Comparator.comparing(BackendState::condition));
            rows.add(new BackendRow(
                    name,
                    worst.map(state -> state.condition().name().toLowerCase(Locale.ROOT))
                            .orElse("open"),
                    worst.filter(state -> state.condition() != BackendState.Condition.OPEN)
                            .map(state -> Duration.ofNanos(Math.max(0, nanos - state.sinceNanos()))),
                    worst.map(BackendState::reason).orElse(""),
                    states.stream().mapToLong(BackendState::held).sum(),
                    minute.perSecond(calls.calls()),
                    calls.requestsPerCall(),
                    calls.retries()));
        });
        return rows;
    }

    private static List<NameRow> names(List<Observed> lanes, Totals minute) {
        final Totals start = Totals.of(lanes, 0);
        final List<NameRow> rows = new ArrayList<>();
        minute.names().forEach((name, its) -> {
            final NameTotals ever = start.names().getOrDefault(name, NameTotals.NONE);
            if (ever.requests() == 0 && (name.equals(GatewayCounts.SQL) || name.equals(GatewayCounts.REFUSED))) {
                return; // these two are declared nowhere
            }
            final Map<String, Long> failures = new TreeMap<>();
            for (final FailureKind kind : FailureKind.values()) {
                if (its.failures(kind) > 0) {
                    failures.put(kind.name(), its.failures(kind));
                }
            }
            final Map<String, Double> reasons = new TreeMap<>();
            for (final Reason reason : Reason.values()) {
                if (its.calls(reason) > 0) {
                    reasons.put(reason.name().toLowerCase(Locale.ROOT), (double) its.calls(reason) / its.calls());
                }
            }
            rows.add(new NameRow(
                    name,
                    ever.requests(),
                    ever.results(ResultKind.FAILED),
                    minute.perSecond(its.results()),
                    its.results() == 0 ? 0 : (double) its.results(ResultKind.NOT_FOUND) / its.results(),
                    failures,
                    its.times().nanos(MEDIAN),
                    its.times().nanos(MOST),
                    its.meanWaitNanos(),
                    its.meanInCallNanos(),
                    its.calls() == 0 ? 0 : (double) its.requests() / its.calls(),
                    reasons));
        });
        return rows;
    }

    private LaneRow lane(Observed lane, long nanos) {
        final long backlog = Recorder.backlog(List.of(lane));
        return new LaneRow(
                lane.lane(),
                backlog < 0 ? Optional.empty() : Optional.of(backlog),
                duration(lane.oldestSeconds()),
                lane.inHand(),
                lane.counts().written(),
                Health.ready(lane, nanos).reasons().stream()
                        .map(reason -> reason.about() + ": " + reason.why())
                        .toList());
    }

    private static <T> List<Placed<T>> placed(Map<String, Status> seen, Function<Status, List<T>> what) {
        final List<Placed<T>> all = new ArrayList<>();
        seen.forEach((lane, status) -> what.apply(status).forEach(its -> all.add(new Placed<>(lane, its))));
        return all;
    }
}
