package dev.sluice.service.admin;

import dev.sluice.internal.text.Plural;
import dev.sluice.service.core.BackendState;
import dev.sluice.service.look.Status.Need;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The result of one health check of a gateway.
 *
 * @param needs what an operator should know. The needs that make the check fail come first. {@code about} is the name of the
 *     backend concerned, or {@code gateway} or {@code disk}
 */
public record Health(List<Need> needs) {

    /**
     * If the current turn of the service thread's loop takes longer than this, the thread counts as stalled. A turn usually takes
     * microseconds, and some seconds if it has to sync a chunk to a slow disk.
     */
    static final Duration LONGEST_TURN = Duration.ofSeconds(30);

    private static final Need OPENING =
            Need.trouble("gateway", "it is opening its queues, databases and services; the log shows its progress");

    public Health {
        needs = needs.stream()
                .sorted(Comparator.comparing(Need::urgent).reversed())
                .toList();
    }

    /** Returns whether the check has passed. */
    public boolean up() {
        return needs.stream().noneMatch(Need::urgent);
    }

    /** Checks that the process does not need a restart. A process that is still opening queues and backends passes. */
    public static Health live(Optional<ObservedLanes> gateway, long nowNanos) {
        final List<Need> needs = new ArrayList<>();
        gateway.ifPresent(its -> its.lanes()
                .forEach(lane -> stalled(lane, nowNanos).ifPresent(need -> needs.add(need.on(lane.lane())))));
        return new Health(needs);
    }

    /** Checks that the queues and backends are open and that the service thread of each lane runs. */
    public static Health started(Optional<ObservedLanes> gateway) {
        return new Health(gateway.filter(ObservedLanes::begun).isPresent() ? List.of() : List.of(OPENING));
    }

    /** Checks that a request written now would be answered as fast as the backends allow. */
    public static Health ready(Optional<ObservedLanes> gateway, long nowNanos) {
        if (gateway.filter(ObservedLanes::begun).isEmpty()) {
            return started(gateway);
        }
        final List<Need> needs = new ArrayList<>();
        gateway.get().unserved().forEach(why -> needs.add(Need.trouble("gateway", why)));
        gateway.get().lanes().forEach(lane -> needs.addAll(ready(lane, nowNanos).needs()));
        return new Health(needs);
    }

    /** Checks that a request written to one lane now would be answered as fast as the backends allow. */
    public static Health ready(Observed gateway, long nowNanos) {
        final List<Need> needs = new ArrayList<>();
        stalled(gateway, nowNanos).ifPresent(needs::add);
        if (gateway.stopping().getAsBoolean()) {
            needs.add(Need.trouble("gateway", "it is stopping; requests are kept until its next start"));
        }
        gateway.holdsUp().get().ifPresent(why -> needs.add(Need.trouble("gateway", why)));
        if (gateway.diskFull().getAsBoolean()) {
            needs.add(new Need(
                    "disk",
                    "its free space has fallen to the reserve: results are held until space is freed",
                    "free disk space ('sluice replay prune --dry-run' lists what can be deleted); the gateway then"
                            + " continues by itself",
                    true));
        }
        gateway.counts().backends().forEach(backend -> of(backend, nowNanos).ifPresent(needs::add));
        return new Health(needs.stream().map(need -> need.on(gateway.lane())).toList());
    }

    private static Optional<Need> stalled(Observed gateway, long nowNanos) {
        final Optional<String> failure = gateway.failure().get();
        final long turn = nowNanos - gateway.counts().turnNanos().orElse(nowNanos);
        if (failure.isPresent()) {
            return Optional.of(new Need(
                    "gateway",
                    "its service thread has ended: " + failure.get(),
                    "the last lines of the log say why; after a restart the gateway goes on where it stopped",
                    true));
        }
        return turn <= LONGEST_TURN.toNanos()
                ? Optional.empty()
                : Optional.of(new Need(
                        "gateway",
                        "its service thread has made no progress for " + seconds(turn) + " s",
                        "look at the disk; jcmd " + ProcessHandle.current().pid()
                                + " Thread.print shows where the thread waits; after a restart the gateway goes on"
                                + " where it stopped",
                        true));
    }

    private static Optional<Need> of(BackendState backend, long nowNanos) {
        final String name = backend.name();
        final String seconds = seconds(nowNanos - backend.sinceNanos()) + " s";
        final String held = Plural.of(backend.held(), "request waits for it", "requests wait for it");
        return switch (backend.condition()) {
            case OPEN -> Optional.empty();
            case SLOWED ->
                Optional.of(new Need(
                        name,
                        "asked for fewer calls: " + backend.reason(),
                        "set the service's callsPerSecond below its limit, so that it refuses no calls",
                        false));
            case SILENT ->
                Optional.of(new Need(
                        name,
                        "has not answered a call for " + seconds + ", " + held,
                        "look at its sessions, locks and load",
                        true));
            case MISFIT ->
                Optional.of(new Need(
                        name,
                        "has answered, but not as configured, for " + seconds + ", " + held + ": " + backend.reason(),
                        "correct the service or the configuration; restart the gateway if you changed the"
                                + " configuration, or if the reason says so",
                        true));
            case AWAY ->
                Optional.of(new Need(
                        name,
                        "away for " + seconds + " and " + Plural.of(backend.attempts(), "attempt", "attempts") + ", "
                                + held + ": " + backend.reason(),
                        "bring it back; nothing else is needed, because the gateway keeps trying",
                        true));
        };
    }

    private static long seconds(long nanos) {
        return Math.max(0, nanos) / 1_000_000_000L;
    }
}
