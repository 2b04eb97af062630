package dev.sluice.service.admin;

import dev.sluice.service.core.BackendState;
import dev.sluice.service.core.BackendState.Condition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a gateway is well in one respect.
 *
 * @param up whether it is
 * @param reasons why not; if it is, what an operator should know all the same
 */
public record Health(boolean up, List<Reason> reasons) {

    /** A turn takes microseconds; one that brings a chunk to a slow disk some seconds. */
    static final Duration LONGEST_TURN = Duration.ofSeconds(30);

    private static final Reason OPENING =
            new Reason("gateway", "it is opening its queues, databases and services; the log says how far it is");

    /**
     * Something that is not as it should be.
     *
     * @param about a backend's name, or {@code gateway}, {@code disk}
     * @param why in words
     * @param act what to do about it; empty where there is nothing to do
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

    /** Whether the process need not be ended and started again. One that is still opening everything need not. */
    public static Health live(Optional<ObservedLanes> gateway, long nowNanos) {
        final List<Reason> reasons = new ArrayList<>();
        gateway.ifPresent(its -> its.lanes().forEach(lane -> reasons.addAll(ofLane(lane, stalled(lane, nowNanos)))));
        return of(reasons);
    }

    /** A reason says of which lane it is, where there are several. */
    private static List<Reason> ofLane(Observed lane, List<Reason> reasons) {
        final String number = lane.lane();
        return number.isEmpty()
                ? reasons
                : reasons.stream()
                        .map(reason -> new Reason(reason.about(), "lane " + number + ": " + reason.why(), reason.act()))
                        .toList();
    }

    /** Whether everything was opened, and the service thread of each lane has begun. */
    public static Health started(Optional<ObservedLanes> gateway) {
        return of(gateway.filter(ObservedLanes::begun).isPresent() ? List.of() : List.of(OPENING));
    }

    /** Whether requests that are written now are answered as fast as the backends can. */
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

    /** Likewise, of one lane. */
    public static Health ready(Observed gateway, long nowNanos) {
        final List<Reason> reasons = stalled(gateway, nowNanos);
        if (gateway.stopping().getAsBoolean()) {
            reasons.add(new Reason("gateway", "it was told to stop; requests are kept for its next start"));
        }
        gateway.holdsUp().get().ifPresent(why -> reasons.add(new Reason("gateway", why)));
        if (gateway.diskFull().getAsBoolean()) {
            reasons.add(new Reason(
                    "disk",
                    "it has reached its reserve: results are held until there is space again; free some",
                    "sluice replay prune --dry-run says what could go; it goes on by itself"));
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
                        "see what it is doing: its sessions, its locks, its load"));
            } else if (backend.condition() == Condition.SLOWED) {
                slow.add(new Reason(
                        backend.name(),
                        "asked for fewer calls: " + backend.reason(),
                        "callsPerSecond of a service, set to less than it takes, keeps calls from being refused"));
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
                    "the log's last lines say why; another start goes on where it was"));
            return reasons;
        }
        gateway.counts().turnNanos().ifPresent(turn -> {
            if (nowNanos - turn > LONGEST_TURN.toNanos()) {
                reasons.add(new Reason(
                        "gateway",
                        "its service thread has been in one turn for " + seconds(nowNanos - turn) + " s",
                        "look at the disk; jcmd " + ProcessHandle.current().pid()
                                + " Thread.print shows where it waits; a restart goes on where it was"));
            }
        });
        return reasons;
    }

    private static Reason away(BackendState backend, long nowNanos) {
        return new Reason(
                backend.name(),
                "away for " + seconds(nowNanos - backend.sinceNanos()) + " s and " + backend.attempts() + " attempts, "
                        + backend.held() + " requests wait for it: " + backend.reason(),
                "bring it back, and nothing else: the gateway asks it again by itself");
    }

    private static Reason misfit(BackendState backend, long nowNanos) {
        return new Reason(
                backend.name(),
                "has not answered as it is configured for " + seconds(nowNanos - backend.sinceNanos()) + " s, "
                        + backend.held() + " requests wait for it: " + backend.reason(),
                "mend the configuration or the service, and restart the gateway if it is the configuration, or if the"
                        + " reason says so");
    }

    private static long seconds(long nanos) {
        return Math.max(0, nanos) / 1_000_000_000L;
    }
}
