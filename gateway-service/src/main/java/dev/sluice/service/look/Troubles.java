package dev.sluice.service.look;

import dev.sluice.service.exchange.Amounts;
import dev.sluice.service.pending.Unwell;
import dev.sluice.transport.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Says why a pair of queues needs a person.
 *
 * @param patience how long a gateway may answer nothing while requests wait
 */
public record Troubles(Duration patience) {

    /** A sentence for each, the worst first; none if all is well. */
    public List<String> of(Status status) {
        final List<String> reasons = new ArrayList<>();
        wrongOutput(status).ifPresent(reasons::add);
        status.holdsUp().ifPresent(reasons::add);
        status.unanswering().forEach(backend -> reasons.add(said(backend, status.at())));
        if (!status.isServed()) {
            unserved(status).ifPresent(reasons::add);
        } else if (reasons.isEmpty()) {
            stalled(status).ifPresent(reasons::add);
        }
        diskFull(status).ifPresent(reasons::add);
        return reasons;
    }

    /** A backend that is not well, in words: {@code main is away for 5.0 s: 256 requests are held; connection refused}. */
    static String said(Unwell.Backend backend, Instant now) {
        final boolean one = backend.held() == 1;
        final String held = Amounts.count(backend.held())
                + switch (backend.condition()) {
                    case SILENT -> one ? " request waits for it" : " requests wait for it";
                    default -> one ? " request is held" : " requests are held";
                };
        final String how = switch (backend.condition()) {
            case AWAY -> " is away for ";
            case MISFIT -> " has not answered as it is configured for ";
            case SILENT -> " has not answered a call for ";
            case SLOWED -> " has been asking for fewer calls for ";
            case OPEN -> " has been well for ";
        };
        return backend.name() + how + Amounts.time(Duration.between(backend.begun(), now)) + ": " + held
                + (backend.reason().isEmpty() ? "" : "; " + backend.reason());
    }

    private static Optional<String> wrongOutput(Status status) {
        return status.answeredInput().equals(Optional.of(status.input()))
                ? Optional.empty()
                : Optional.of(
                        "the output answers another input than the one beside it: one of them was deleted or moved"
                                + " here; no gateway starts before the one that belongs to the other is back");
    }

    private static Optional<String> unserved(Status status) {
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

    private Optional<String> stalled(Status status) {
        final Holder holder = status.gateway().orElseThrow();
        final Instant limit = status.at().minus(patience);
        final boolean waitsLong = status.waiting()
                .oldest()
                .filter(oldest -> oldest.isBefore(limit))
                .isPresent();
        final Optional<Instant> last = status.lastAnswered().flatMap(Status.Answered::time);
        final Instant quietSince =
                last.filter(time -> time.isAfter(holder.since())).orElse(holder.since());
        return waitsLong && quietSince.isBefore(limit)
                ? Optional.of(waiting(status) + ", and their gateway, process " + holder.pid()
                        + ", has answered nothing for "
                        + Amounts.time(Duration.between(quietSince, status.at()))
                        + ": its log and /health/ready say what it waits for.")
                : Optional.empty();
    }

    private static String waiting(Status status) {
        final long requests = status.waiting().requests();
        return Amounts.count(requests)
                + (requests == 1 ? " request waits" : " requests wait")
                + status.waiting()
                        .age()
                        .map(age -> (requests == 1 ? ", for " : ", the oldest for ") + Amounts.time(age))
                        .orElse("");
    }

    private static Optional<String> diskFull(Status status) {
        return status.disk().left() >= status.disk().reserve()
                ? Optional.empty()
                : Optional.of(
                        "the disk of the queues has "
                                + Amounts.bytes(status.disk().left()) + " left, below the reserve of "
                                + Amounts.bytes(status.disk().reserve())
                                + ": jobs are refused there, and results are held; free space (sluice replay prune --dry-run).");
    }
}
