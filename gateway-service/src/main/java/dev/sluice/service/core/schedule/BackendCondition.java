package dev.sluice.service.core.schedule;

import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Backend.Reply;
import dev.sluice.service.core.BackendCounts;
import dev.sluice.service.core.BackendState;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Resilience;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * How a backend is: a circuit breaker (M. Nygard, Release It!). While it is away, one call at a time tries whether it is
 * back, and only what that one meets counts: calls that were under way before the outage tell of the past. One that asks
 * for fewer calls gets fewer; if for long it does nothing else, it counts as away.
 *
 * <p>Belongs to the service thread.
 */
final class BackendCondition {

    private static final long LONGEST_PAUSE_NANOS = Duration.ofHours(1).toNanos();
    private static final long LISTENS_EVERY_NANOS = Duration.ofMillis(50).toNanos();
    /** Refusals in a row, for longer than the longest backoff, that make an outage. */
    private static final int MANY_REFUSALS = 3;
    /** One attempt in so many is made with another call: perhaps it is only the first one that is not answered. */
    private static final int OTHER_CALL_EVERY = 4;

    private final Backend backend;
    private final CallRate rate;
    private final ConditionLog log;
    private final BackendCounts counts;
    private final long chance;
    private final Resilience resilience;
    private int underWay;
    private boolean away;
    /** While it is away: whether it is there all the same, and only answers what does not fit the configuration. */
    private boolean misfit;

    private boolean probing;
    /** It went away again as soon as it was back, which is not worth two lines each time. */
    private boolean quiet;

    private boolean silent;
    private boolean answeredSince;
    private long silentSinceNanos;
    private boolean listened;
    private long listensAgainNanos;

    private int outages;
    private int attempts;
    private String reason = "";
    private long sinceNanos;
    private boolean hasBeenBack;
    private long backNanos;
    private boolean paused;
    private long notBeforeNanos;
    private int refusals;
    private int refusalsInARow;
    private long refusedSinceNanos;
    /** The last call that it did not answer while it answered others. */
    private Optional<Call> alone = Optional.empty();

    BackendCondition(String gateway, Backend backend, BackendCounts counts) {
        this.backend = backend;
        this.resilience = backend.resilience();
        this.rate = new CallRate(resilience);
        this.log = new ConditionLog(gateway, backend);
        this.counts = counts;
        this.chance = 31L * gateway.hashCode() + backend.name().hashCode();
    }

    Backend backend() {
        return backend;
    }

    boolean away() {
        return away;
    }

    BackendCounts counts() {
        return counts;
    }

    BackendState.Condition condition() {
        if (away) {
            return misfit ? BackendState.Condition.MISFIT : BackendState.Condition.AWAY;
        }
        if (silent) {
            return BackendState.Condition.SILENT;
        }
        if (holdsOneAlone()) {
            return BackendState.Condition.MISFIT;
        }
        return rate.slowed() ? BackendState.Condition.SLOWED : BackendState.Condition.OPEN;
    }

    private boolean holdsOneAlone() {
        alone = alone.filter(call -> call.waiting() > 0);
        return alone.isPresent();
    }

    /** Whether the calls that are under way can be expected back soon. */
    boolean answers() {
        return !away && !silent;
    }

    BackendState state(int held) {
        final BackendState.Condition now = condition();
        return switch (now) {
            case OPEN -> new BackendState(backend.name(), now, sinceNanos, 0, "", 0);
            case SILENT -> new BackendState(backend.name(), now, silentSinceNanos, 0, "", held);
            case SLOWED -> new BackendState(backend.name(), now, sinceNanos, 0, reason, held);
            case MISFIT, AWAY -> away ? away(now, held) : heldAlone(now, held);
        };
    }

    private BackendState away(BackendState.Condition now, int held) {
        return new BackendState(backend.name(), now, sinceNanos, attempts, reason, held);
    }

    private BackendState heldAlone(BackendState.Condition now, int held) {
        final Reply.Held why = alone.flatMap(Call::held).orElseThrow();
        return new BackendState(backend.name(), now, why.sinceNanos(), 0, why.reason(), held);
    }

    /** Whether as many of its calls are under way as may be. */
    boolean full() {
        return underWay >= backend.callsInFlight();
    }

    /** Whether a call may be started now. */
    boolean admits(long now) {
        return !probing && !pauses(now) && rate.admits(now);
    }

    private boolean pauses(long now) {
        paused &= notBeforeNanos - now > 0;
        return paused;
    }

    /** Whether calls of it wait for something that may take long; what waits for room, or for its turn, does not. */
    boolean holdsUp(long now) {
        return away || rate.slowed() && !admits(now);
    }

    /** Whether the next attempt is one for another call than the first. */
    boolean triesAnother() {
        return attempts % OTHER_CALL_EVERY == OTHER_CALL_EVERY - 1;
    }

    /**
     * A call is started.
     *
     * @param begunNanos when: wall clock, nanoseconds since 1970
     * @param now the same on the clock of the duty cycle
     */
    void started(Call call, long begunNanos, long now) {
        underWay++;
        probing |= away;
        rate.started(now);
        call.started(new Call.Attempt(begunNanos, now, outages, rate.slowdowns()));
    }

    /** A call is over, for whatever reason. */
    void ended() {
        underWay--;
    }

    /** A call was answered, or given back for a reason that shows that the backend is there. */
    void answered(Call.Attempt attempt, long now) {
        if (concerns(attempt)) {
            refusalsInARow = 0;
            if (away) {
                cameBack(now);
            }
        }
    }

    /**
     * A call is given back that it does not answer, while it answers others.
     *
     * @param asked whether it was asked now, which shows that it is there
     */
    void holdsAlone(Call call, Call.Attempt attempt, boolean asked, long now) {
        alone = Optional.of(call);
        if (asked) {
            answered(attempt, now);
        } else if (away && concerns(attempt)) {
            failedAttempt(reason, OptionalLong.empty(), now);
        }
    }

    /** All that a call asked was answered. */
    void done() {
        answeredSince = true;
    }

    void unavailable(Call.Attempt attempt, Reply.Unavailable reply, long now) {
        if (concerns(attempt)) {
            if (away && reply.misfit() && !reply.asked()) {
                failedAttempt(reason, reply.pauseNanos(), now); // it was not asked: what is known of it stays
                return;
            }
            final boolean other = misfit != reply.misfit();
            misfit = reply.misfit();
            if (!away) {
                goneAway(reply.reason(), now, now);
            } else if (other && !quiet) {
                log.away(reply.reason(), misfit);
            }
            failedAttempt(reply.reason(), reply.pauseNanos(), now);
        }
    }

    /** @param progressed whether some of its questions were answered */
    void throttled(Call.Attempt attempt, boolean progressed, Reply.Throttled reply, long now) {
        refusals++;
        if (!concerns(attempt)) {
            pauseUntil(now + bounded(reply.pauseNanos()), now);
            return;
        }
        if (!away) {
            refusedInARow(progressed, now);
            pauseUntil(now + pauseNanos(reply.pauseNanos(), Math.max(1, refusalsInARow), now), now);
            if (refusalsInARow < MANY_REFUSALS
                    || now - refusedSinceNanos < resilience.backoff().longestNanos()) {
                slowDown(attempt, reply.reason(), now);
                return;
            }
            misfit = false;
            goneAway("it keeps asking for fewer calls: " + reply.reason(), refusedSinceNanos, now);
        }
        failedAttempt(reply.reason(), reply.pauseNanos(), now);
        rate.slowDown(now, notBeforeNanos);
    }

    /** Whether an attempt began after the last outage did, or before there was one. */
    private boolean concerns(Call.Attempt attempt) {
        return attempt.outages() == outages;
    }

    private void refusedInARow(boolean progressed, long now) {
        if (progressed) {
            refusalsInARow = 0;
        } else if (refusalsInARow++ == 0) {
            refusedSinceNanos = now;
        }
    }

    private void slowDown(Call.Attempt attempt, String why, long now) {
        final boolean begins = !rate.slowed();
        reason = why;
        if (begins || attempt.slowdowns() == rate.slowdowns()) {
            rate.slowDown(now, notBeforeNanos);
        }
        if (begins) {
            sinceNanos = now;
            refusals = 1;
            log.slowed(why);
        }
    }

    /** Takes note of the time. */
    void turn(long now) {
        if (!away && rate.recovered(now)) {
            log.fullSpeed(now - sinceNanos, refusals);
            sinceNanos = now;
        }
        if ((underWay > 0 || silent) && !away && !(listened && listensAgainNanos - now > 0)) {
            listened = true;
            listensAgainNanos = now + LISTENS_EVERY_NANOS;
            listen(now);
        }
    }

    /** A call that was given up is no answer. */
    private void listen(long now) {
        final OptionalLong since = backend.silentSinceNanos(now);
        if (since.isPresent() && !silent) {
            silent = true;
            answeredSince = false;
            silentSinceNanos = since.getAsLong();
            log.silent(now - silentSinceNanos);
        } else if (since.isEmpty() && silent && answeredSince) {
            silent = false;
            log.answersAgain(now - silentSinceNanos);
        }
    }

    private void goneAway(String why, long since, long now) {
        away = true;
        silent = false;
        outages++;
        counts.add(BackendCounts.Count.OUTAGES, 1);
        sinceNanos = since;
        quiet = hasBeenBack && now - backNanos < resilience.backoff().longestNanos();
        if (!quiet) {
            attempts = 0;
            log.away(why, misfit);
        }
    }

    private void failedAttempt(String why, OptionalLong asked, long now) {
        reason = why;
        probing = false;
        attempts++;
        pauseUntil(now + Math.max(pauseNanos(asked, attempts, now), pauseNanos(attempts, now)), now);
        if (quiet && now - sinceNanos >= resilience.backoff().longestNanos()) {
            quiet = false;
            log.away(why, misfit);
        }
    }

    private void cameBack(long now) {
        if (!quiet && !(misfit && holdsOneAlone())) {
            log.back(now - sinceNanos, attempts, misfit);
        }
        away = false;
        probing = false;
        hasBeenBack = true;
        backNanos = now;
        sinceNanos = now;
    }

    /** Whether requests that have not been answered for so long fail instead of waiting. */
    boolean tooLong(long since, long now) {
        final OptionalLong limit = resilience.failAfterNanos();
        return limit.isPresent() && now - since >= limit.getAsLong();
    }

    /** Whether it has been away for so long that requests fail instead of waiting. */
    boolean fails(long now) {
        if (!away || !tooLong(sinceNanos, now)) {
            return false;
        }
        quiet = false; // what is said now needs an end
        log.fails(now - sinceNanos, misfit);
        return true;
    }

    /** Returns the failure of a request that does not wait any longer. */
    Outcome failure(Operation operation, long now) {
        return Outcome.unavailable("'" + operation.name() + "' was not answered: " + backend.name()
                + (misfit ? " has not answered as it is configured for " : " has been away for ")
                + ConditionLog.millis(now - sinceNanos) + " ms: " + reason + ". Ask again when it "
                + (misfit ? "does" : "is back"));
    }

    /** Returns the failure of a request that does not wait any longer for a backend that answers others. */
    Outcome failure(Operation operation, Backend.Reply.Held held, long now) {
        return Outcome.unavailable("'" + operation.name() + "' was not answered: " + backend.name()
                + " has not answered it for " + ConditionLog.millis(now - held.sinceNanos())
                + " ms, while it answered others: " + held.reason()
                + ". Ask again when the log says that it is answered again");
    }

    /**
     * Nothing more is read because of it.
     *
     * @param position that of the first request that waits for it
     * @param behind the requests in hand after that one
     */
    void holdsLine(Supplier<String> position, int behind) {
        if ((away ? !quiet : rate.slowed()) && log.holdsLineUnsaid()) {
            log.holdsLine(position.get(), behind);
        }
    }

    /** A pause by the rule, after so many failures. */
    long pauseNanos(int failures, long now) {
        return resilience.backoff().pauseNanos(failures, now + chance);
    }

    /** The pause that the backend asks for, kept within reason; one by the rule if it does not. */
    private long pauseNanos(OptionalLong asked, int failures, long now) {
        final long within = bounded(asked);
        return within > 0 ? within : pauseNanos(failures, now);
    }

    private static long bounded(OptionalLong asked) {
        return Math.max(0, Math.min(asked.orElse(0), LONGEST_PAUSE_NANOS));
    }

    private void pauseUntil(long nanos, long now) {
        if (!pauses(now) || nanos - notBeforeNanos > 0) {
            notBeforeNanos = nanos;
        }
        paused = true;
    }
}
