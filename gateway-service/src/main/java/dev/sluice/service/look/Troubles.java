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
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Finds what needs an operator's attention in the state of the queues.
 *
 * @param patience how long a gateway may answer nothing while requests wait, before that counts as trouble
 */
public record Troubles(Duration patience) {

    /** Returns a status that is read from the queues alone, with the needs of all lanes. */
    public Status status(Instant at, String address, List<OfLane> lanes) {
        final List<Need> needs = lanes.stream()
                .flatMap(lane -> lane.queues().map(this::of).orElseGet(() -> unread(lane)).stream()
                        .map(need -> need.on(lane.number())))
                .toList();
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

    private static List<Need> unread(OfLane lane) {
        return List.of(
                new Need("queues", "the queues cannot be read: " + lane.unread().orElse(""), "", true));
    }

    private static <T> Optional<T> earliest(
            List<Waiting> waiting, Function<Waiting, Optional<T>> what, Comparator<T> order) {
        return waiting.stream().map(what).flatMap(Optional::stream).min(order);
    }

    /** Returns what needs an operator's attention, the most urgent first; empty if all is well. */
    public List<Need> of(Queues status) {
        final List<Need> needs = new ArrayList<>();
        final BiConsumer<String, Optional<String>> need =
                (about, why) -> why.ifPresent(text -> needs.add(new Need(about, text, "", true)));
        need.accept("queues", wrongOutput(status));
        need.accept("gateway", status.holdsUp());
        status.unanswering().forEach(backend -> need.accept(backend.name(), Optional.of(said(backend, status.at()))));
        if (!status.isServed()) {
            need.accept("gateway", unserved(status));
        } else if (needs.isEmpty()) {
            need.accept("gateway", stalled(status));
        }
        need.accept("disk", diskFull(status));
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

    private static Optional<String> wrongOutput(Queues status) {
        return status.answeredInput().equals(Optional.of(status.input()))
                ? Optional.empty()
                : Optional.of(
                        "the output answers another input than the one beside it: the input or the output was deleted"
                                + " or replaced; no gateway starts until the two belong together again");
    }

    private static Optional<String> unserved(Queues status) {
        if (status.waiting().requests() == 0) {
            return Optional.empty();
        }
        final String killed = status.gateway()
                .map(holder -> " The last one, process " + holder.pid()
                        + ", ended without giving its lock back, as after a kill: its log says more.")
                .orElse("");
        return Optional.of(waiting(status)
                + status.damage()
                        .map(damage -> ", and no gateway can serve them: " + damage)
                        .orElse(", and no gateway serves them: start one (sluice run --config FILE)." + killed));
    }

    private Optional<String> stalled(Queues status) {
        final Holder holder = status.gateway().orElseThrow();
        final Instant limit = status.at().minus(patience);
        final boolean waitsLong = status.waiting()
                .oldest()
                .filter(oldest -> oldest.isBefore(limit))
                .isPresent();
        final Optional<Instant> last = status.lastAnswered().flatMap(Queues.Answered::time);
        final Instant quietSince =
                last.filter(time -> time.isAfter(holder.since())).orElse(holder.since());
        return waitsLong && quietSince.isBefore(limit)
                ? Optional.of(waiting(status) + ", and their gateway, process " + holder.pid()
                        + ", has answered nothing for "
                        + Amounts.time(Duration.between(quietSince, status.at()))
                        + ": its log and /health/ready say what it waits for.")
                : Optional.empty();
    }

    private static String waiting(Queues status) {
        final long requests = status.waiting().requests();
        return Amounts.count(requests)
                + (requests == 1 ? " request waits" : " requests wait")
                + status.waiting()
                        .age()
                        .map(age -> (requests == 1 ? ", for " : ", the oldest for ") + Amounts.time(age))
                        .orElse("");
    }

    private static Optional<String> diskFull(Queues status) {
        return status.disk().left() >= status.disk().reserve()
                ? Optional.empty()
                : Optional.of(
                        "the disk of the queues has "
                                + Amounts.bytes(status.disk().left()) + " left, below the reserve of "
                                + Amounts.bytes(status.disk().reserve())
                                + ": jobs are refused there, and results are held; free space (sluice replay prune --dry-run).");
    }
}
