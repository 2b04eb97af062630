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
 * The condition of a backend: a circuit breaker (M. Nygard, Release It!). While the backend is unavailable, one call at a time
 * tests whether the backend is back. During the outage only the replies to these test calls count, because calls that began
 * before the outage tell nothing about the present. A backend that asks for fewer calls is called less often. A backend that
 * keeps refusing all calls for a long time counts as unavailable.
 *
 * <p>Belongs to the service thread.
 */
final class BackendCondition {

    private static final long LONGEST_PAUSE_NANOS = Duration.ofHours(1).toNanos();
    private static final long LISTENS_EVERY_NANOS = Duration.ofMillis(50).toNanos();
    /** An outage begins if the backend refuses this many calls in a row over a time of at least the longest backoff pause. */
    private static final int MANY_REFUSALS = 3;
    /** In an outage, every fourth attempt uses a call other than the first, because perhaps only the first call has a problem. */
    private static final int OTHER_CALL_EVERY = 4;

    private final Backend backend;
    private final CallRate rate;
    private final ConditionLog log;
    private final BackendCounts counts;
    private final long chance;
    private final Resilience resilience;
    private int underWay;
    private boolean away;
    /** While {@link #away}: whether the backend can be reached, but its answers do not fit the configuration. */
    private boolean misfit;

    private boolean probing;
    /** Whether this outage is not logged, because it began soon after the previous outage had ended. */
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
    /** The last call that the backend did not answer, although it answered other calls. */
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

    /** Whether replies to the calls in flight can be expected soon. */
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

    /** Whether the backend has as many calls in flight as it may have. */
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

    /** Whether calls wait because of an outage or a slowdown, and not only because of the configured limits. */
    boolean holdsUp(long now) {
        return away || rate.slowed() && !admits(now);
    }

    /** Whether the next attempt should be made with a call other than the first. */
    boolean triesAnother() {
        return attempts % OTHER_CALL_EVERY == OTHER_CALL_EVERY - 1;
    }

    /**
     * Called when a call was started.
     *
     * @param begunNanos the time of the start: wall clock, nanoseconds since 1970
     * @param now the same moment on the clock of the duty cycle
     */
    void started(Call call, long begunNanos, long now) {
        underWay++;
        probing |= away;
        rate.started(now);
        call.started(new Call.Attempt(begunNanos, now, outages, rate.slowdowns()));
    }

    /** Called when a call is no longer in flight, for whatever reason. */
    void ended() {
        underWay--;
    }

    /** Called when the backend has answered a call, or gave it back for a reason that proves that the backend is available. */
    void answered(Call.Attempt attempt, long now) {
        if (concerns(attempt)) {
            refusalsInARow = 0;
            if (away) {
                cameBack(now);
            }
        }
    }

    /**
     * Called when a call comes back unanswered, while the backend answers other calls.
     *
     * @param asked whether the call has reached the backend this time, which proves that the backend is available
     */
    void holdsAlone(Call call, Call.Attempt attempt, boolean asked, long now) {
        alone = Optional.of(call);
        if (asked) {
            answered(attempt, now);
        } else if (away && concerns(attempt)) {
            failedAttempt(reason, OptionalLong.empty(), now);
        }
    }

    /** Called when a call was answered completely. */
    void done() {
        answeredSince = true;
    }

    void unavailable(Call.Attempt attempt, Reply.Unavailable reply, long now) {
        if (concerns(attempt)) {
            if (away && reply.misfit() && !reply.asked()) {
                failedAttempt(reason, reply.pauseNanos(), now); // nothing reached the backend, so the old reason stays
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

    /** @param progressed whether some questions of the call were answered */
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

    /** Whether no outage has begun since the attempt began. */
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

    /** Called in each turn of the duty cycle: ends a slowdown, and checks whether the backend has become silent. */
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

    /** Updates {@link #silent}. A backend becomes silent when a call has had no answer for too long, until it answers again. */
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

    /** Whether requests that have waited since this time fail instead of waiting longer. */
    boolean tooLong(long since, long now) {
        final OptionalLong limit = resilience.failAfterNanos();
        return limit.isPresent() && now - since >= limit.getAsLong();
    }

    /** Whether the backend has been unavailable for so long that requests fail instead of waiting longer. */
    boolean fails(long now) {
        if (!away || !tooLong(sinceNanos, now)) {
            return false;
        }
        quiet = false; // so that the end of the outage is logged, too
        log.fails(now - sinceNanos, misfit);
        return true;
    }

    /** Returns the failure of a request that has waited too long for the backend. */
    Outcome failure(Operation operation, long now) {
        return Outcome.unavailable("'" + operation.name() + "' was not answered: " + backend.name()
                + (misfit ? " has answered, but not as configured, for " : " has been away for ")
                + ConditionLog.millis(now - sinceNanos) + " ms: " + reason + ". Send it again when the backend "
                + (misfit ? "answers as configured" : "is back"));
    }

    /** Returns the failure of a request that has waited too long while the backend answered other requests. */
    Outcome failure(Operation operation, Backend.Reply.Held held, long now) {
        return Outcome.unavailable("'" + operation.name() + "' was not answered: " + backend.name()
                + " has not answered requests with this name for " + ConditionLog.millis(now - held.sinceNanos())
                + " ms, but has answered others: " + held.reason()
                + ". Send the request again when the log says that requests with this name are answered again");
    }

    /**
     * Called when the window is full and waits for this backend, so that no more requests are read; logs this once.
     *
     * @param position the position of the first request that waits for the backend
     * @param behind the number of requests in progress after that request
     */
    void holdsLine(Supplier<String> position, int behind) {
        if ((away ? !quiet : rate.slowed()) && log.holdsLineUnsaid()) {
            log.holdsLine(position.get(), behind);
        }
    }

    /** Returns the pause after this number of failures, according to the backoff. */
    long pauseNanos(int failures, long now) {
        return resilience.backoff().pauseNanos(failures, now + chance);
    }

    /** Returns the pause that the backend asks for, at most an hour; if it asks for none, the pause of the backoff. */
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
