package dev.sluice.service.admin;

import dev.sluice.service.core.BackendState;
import dev.sluice.service.core.BackendState.Condition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of one health check of a gateway.
 *
 * @param up whether the check has passed
 * @param reasons why the check has failed; if it has passed, conditions that an operator should know nevertheless
 */
public record Health(boolean up, List<Reason> reasons) {

    /**
     * If the current turn of the service thread's loop takes longer than this, the thread counts as stalled. A turn usually takes
     * microseconds, and some seconds if it has to sync a chunk to a slow disk.
     */
    static final Duration LONGEST_TURN = Duration.ofSeconds(30);

    private static final Reason OPENING =
            new Reason("gateway", "it is opening its queues, databases and services; the log shows its progress");

    /**
     * A problem or an unusual condition.
     *
     * @param about the name of the backend concerned, or {@code gateway} or {@code disk}
     * @param why a description
     * @param act what an operator should do; empty if there is nothing to do
     */
    public record Reason(String about, String why, String act) {

        Reason(String about, String why) {
            this(about, why, "");
        }
    }

    public Health {
        reasons = List.copyOf(reasons);
    }

    private static Health of(List<Reason> reasons) {
        return new Health(reasons.isEmpty(), reasons);
    }

    /** Checks that the process does not need a restart. A process that is still opening queues and backends passes. */
    public static Health live(Optional<ObservedLanes> gateway, long nowNanos) {
        final List<Reason> reasons = new ArrayList<>();
        gateway.ifPresent(its -> its.lanes().forEach(lane -> reasons.addAll(ofLane(lane, stalled(lane, nowNanos)))));
        return of(reasons);
    }

    /** Adds the number of the lane to each reason if the queues have several lanes. */
    private static List<Reason> ofLane(Observed lane, List<Reason> reasons) {
        final String number = lane.lane();
        return number.isEmpty()
                ? reasons
                : reasons.stream()
                        .map(reason -> new Reason(reason.about(), "lane " + number + ": " + reason.why(), reason.act()))
                        .toList();
    }

    /** Checks that the queues and backends are open and that the service thread of each lane runs. */
    public static Health started(Optional<ObservedLanes> gateway) {
        return of(gateway.filter(ObservedLanes::begun).isPresent() ? List.of() : List.of(OPENING));
    }

    /** Checks that requests that are written now are answered as fast as the backends can. */
    public static Health ready(Optional<ObservedLanes> gateway, long nowNanos) {
        if (gateway.filter(ObservedLanes::begun).isEmpty()) {
            return of(List.of(OPENING));
        }
        final List<Health> each = new ArrayList<>();
        each.add(of(gateway.get().unserved().stream()
                .map(why -> new Reason("gateway", why))
                .toList()));
        gateway.get().lanes().forEach(lane -> each.add(ready(lane, nowNanos)));
        return new Health(
                each.stream().allMatch(Health::up),
                each.stream().flatMap(health -> health.reasons().stream()).toList());
    }

    /** Checks that requests that are written to one lane now are answered as fast as the backends can. */
    public static Health ready(Observed gateway, long nowNanos) {
        final List<Reason> reasons = stalled(gateway, nowNanos);
        if (gateway.stopping().getAsBoolean()) {
            reasons.add(new Reason("gateway", "it is stopping; requests are kept until its next start"));
        }
        gateway.holdsUp().get().ifPresent(why -> reasons.add(new Reason("gateway", why)));
        if (gateway.diskFull().getAsBoolean()) {
            reasons.add(new Reason(
                    "disk",
                    "its free space has fallen to the reserve: results are held until space is freed",
                    "free disk space ('sluice replay prune --dry-run' lists what can be deleted); the gateway then"
                            + " continues by itself"));
        }
        final List<Reason> slow = new ArrayList<>();
        for (final BackendState backend : gateway.counts().backends()) {
            if (backend.condition() == Condition.AWAY) {
                reasons.add(away(backend, nowNanos));
            } else if (backend.condition() == Condition.MISFIT) {
                reasons.add(misfit(backend, nowNanos));
            } else if (backend.condition() == Condition.SILENT) {
                reasons.add(new Reason(
                        backend.name(),
                        "has not answered a call for " + seconds(nowNanos - backend.sinceNanos()) + " s, "
                                + backend.held() + " requests wait for it",
                        "look at its sessions, locks and load"));
            } else if (backend.condition() == Condition.SLOWED) {
                slow.add(new Reason(
                        backend.name(),
                        "asked for fewer calls: " + backend.reason(),
                        "set the service's callsPerSecond below its limit, so that it refuses no calls"));
            }
        }
        final boolean up = reasons.isEmpty();
        reasons.addAll(slow);
        return new Health(up, ofLane(gateway, reasons));
    }

    private static List<Reason> stalled(Observed gateway, long nowNanos) {
        final List<Reason> reasons = new ArrayList<>();
        final Optional<String> failure = gateway.failure().get();
        if (failure.isPresent()) {
            reasons.add(new Reason(
                    "gateway",
                    "its service thread has ended: " + failure.get(),
                    "the last lines of the log say why; after a restart the gateway goes on where it stopped"));
            return reasons;
        }
        gateway.counts().turnNanos().ifPresent(turn -> {
            if (nowNanos - turn > LONGEST_TURN.toNanos()) {
                reasons.add(new Reason(
                        "gateway",
                        "its service thread has made no progress for " + seconds(nowNanos - turn) + " s",
                        "look at the disk; jcmd " + ProcessHandle.current().pid()
                                + " Thread.print shows where the thread waits; after a restart the gateway goes on"
                                + " where it stopped"));
            }
        });
        return reasons;
    }

    private static Reason away(BackendState backend, long nowNanos) {
        return new Reason(
                backend.name(),
                "away for " + seconds(nowNanos - backend.sinceNanos()) + " s and " + backend.attempts() + " attempts, "
                        + backend.held() + " requests wait for it: " + backend.reason(),
                "bring it back; nothing else is needed, because the gateway keeps trying");
    }

    private static Reason misfit(BackendState backend, long nowNanos) {
        return new Reason(
                backend.name(),
                "has answered, but not as configured, for " + seconds(nowNanos - backend.sinceNanos()) + " s, "
                        + backend.held() + " requests wait for it: " + backend.reason(),
                "correct the service or the configuration; restart the gateway if you changed the configuration, or if"
                        + " the reason says so");
    }

    private static long seconds(long nanos) {
        return Math.max(0, nanos) / 1_000_000_000L;
    }
}
