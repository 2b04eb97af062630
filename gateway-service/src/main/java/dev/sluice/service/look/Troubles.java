package dev.sluice.service.look;

import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.look.Queues.Waiting;
import dev.sluice.service.look.Status.Condition;
import dev.sluice.service.look.Status.Need;
import dev.sluice.service.look.Status.OfLane;
import dev.sluice.service.pending.Unwell;
import dev.sluice.transport.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds what needs an operator's attention in the state of the queues.
 *
 * @param patience how long a gateway may answer nothing while requests wait, before that counts as trouble
 */
public record Troubles(Duration patience) {

    /** Returns a status that is read from the queues alone, with the needs of all lanes. */
    public Status status(Instant at, String address, List<OfLane> lanes) {
        final List<Need> needs = new ArrayList<>();
        for (final OfLane lane : lanes) {
            lane.unread().ifPresent(why -> needs.add(unread(why).on(lane.number())));
            lane.queues().ifPresent(its -> of(its).forEach(need -> needs.add(need.on(lane.number()))));
        }
        final List<Waiting> waiting = Status.all(lanes, queues -> List.of(queues.waiting()));
        return new Status(
                at,
                needs.isEmpty() ? Condition.FINE : Condition.TROUBLE,
                needs,
                address,
                Optional.of(new Waiting(
                        waiting.stream().mapToLong(Waiting::requests).sum(),
                        earliest(waiting, Waiting::oldest, Comparator.naturalOrder()),
                        earliest(waiting, Waiting::age, Comparator.reverseOrder()),
                        waiting.stream()
                                        .anyMatch(its -> its.requests() > 0
                                                && its.drain().isEmpty())
                                ? Optional.empty()
                                : earliest(waiting, Waiting::drain, Comparator.reverseOrder()))),
                Status.rates(lanes),
                Optional.empty(),
                lanes);
    }

    private static <T> Optional<T> earliest(
            List<Waiting> waiting, Function<Waiting, Optional<T>> what, Comparator<T> order) {
        return waiting.stream().map(what).flatMap(Optional::stream).min(order);
    }

    private static Need unread(String why) {
        return Need.trouble("queues", "the queues cannot be read: " + why);
    }

    /** Returns what needs an operator's attention, the most urgent first; empty if all is well. */
    public List<Need> of(Queues status) {
        final List<Need> needs = new ArrayList<>();
        if (!status.answeredInput().equals(Optional.of(status.input()))) {
            needs.add(Need.trouble(
                    "queues",
                    "the output answers another input than the one beside it: the input or the output was deleted or"
                            + " replaced; no gateway starts until the two belong together again"));
        }
        status.holdsUp().ifPresent(why -> needs.add(Need.trouble("gateway", why)));
        status.unanswering().forEach(backend -> needs.add(Need.trouble(backend.name(), said(backend, status.at()))));
        if (!status.isServed() && status.waiting().requests() > 0) {
            needs.add(Need.trouble("gateway", waiting(status) + unserved(status)));
        } else if (status.isServed() && needs.isEmpty()) {
            stalled(status, status.gateway().orElseThrow()).ifPresent(why -> needs.add(Need.trouble("gateway", why)));
        }
        final Queues.Disk disk = status.disk();
        if (disk.left() < disk.reserve()) {
            needs.add(Need.trouble(
                    "disk",
                    "the disk of the queues has " + Amounts.bytes(disk.left()) + " left, below the reserve of "
                            + Amounts.bytes(disk.reserve()) + ": jobs are refused there, and results are held; free"
                            + " space (sluice replay prune --dry-run)."));
        }
        return needs;
    }

    /** Describes the state of a backend: {@code main is away for 5.0 s: 256 requests are held; connection refused}. */
    static String said(Unwell.Backend backend, Instant now) {
        final boolean one = backend.held() == 1;
        final String held = Amounts.count(backend.held())
                + switch (backend.condition()) {
                    case SILENT -> one ? " request waits for it" : " requests wait for it";
                    default -> one ? " request is held" : " requests are held";
                };
        final String how = switch (backend.condition()) {
            case AWAY -> " is away for ";
            case MISFIT -> " has answered, but not as configured, for ";
            case SILENT -> " has not answered a call for ";
            case SLOWED -> " has been asking for fewer calls for ";
            case OPEN -> " has been well for ";
        };
        return backend.name() + how + Amounts.time(Duration.between(backend.begun(), now)) + ": " + held
                + (backend.reason().isEmpty() ? "" : "; " + backend.reason());
    }

    private static String unserved(Queues status) {
        return status.damage()
                .map(damage -> ", and no gateway can serve them: " + damage)
                .orElseGet(() -> ", and no gateway serves them: start one (sluice run --config FILE)."
                        + Amounts.ifKnown(
                                status.gateway(),
                                holder -> " The last one, process " + holder.pid()
                                        + ", ended without giving its lock back, as after a kill: its log says more."));
    }

    private Optional<String> stalled(Queues status, Holder holder) {
        final Instant limit = status.at().minus(patience);
        final Instant quietSince = status.lastAnswered()
                .flatMap(Queues.Answered::time)
                .filter(time -> time.isAfter(holder.since()))
                .orElse(holder.since());
        return status.waiting()
                .oldest()
                .filter(oldest -> oldest.isBefore(limit) && quietSince.isBefore(limit))
                .map(oldest -> waiting(status) + ", and their gateway, process " + holder.pid()
                        + ", has answered nothing for " + Amounts.time(Duration.between(quietSince, status.at()))
                        + ": its log and /health/ready say what it waits for.");
    }

    private static String waiting(Queues status) {
        final boolean one = status.waiting().requests() == 1;
        return Amounts.count(status.waiting().requests())
                + (one ? " request waits" : " requests wait")
                + Amounts.ifKnown(
                        status.waiting().age(), age -> (one ? ", for " : ", the oldest for ") + Amounts.time(age));
    }
}
