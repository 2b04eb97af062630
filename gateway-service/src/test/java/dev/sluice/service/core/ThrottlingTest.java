package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.CapturedLog;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.schedule.Scheduler;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the scheduler does with a backend that answers, and wants fewer calls. */
class ThrottlingTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final Backoff BACKOFF = new Backoff(100 * MILLI, 10 * SECOND);

    private final ScriptedBackend backend = new ScriptedBackend("main", BACKOFF);
    private final ScriptedBackend other = new ScriptedBackend("other", BACKOFF);
    private final GatewayCounts counts = new GatewayCounts(List.of());
    private final Scheduler scheduler = new Scheduler("gw", () -> 0, Precautions.none(), counts);
    private long now = 1_000;
    private long asked;
    private int waiting;

    @Test
    void shouldLeaveABackendAloneAsLongAsItAsksFor() {
        final Call read = lookup();
        final Call second = lookup();
        scheduler.add(List.of(read, second));
        step();
        backend.reply(read, throttled(OptionalLong.of(30 * SECOND)));
        step();
        scheduler.add(List.of(lookup()));
        now += 30 * SECOND - 1;
        step();
        assertEquals(List.of(second), backend.underWay(), "nor with other calls");
        now += 1;
        step();
        assertEquals(List.of(second, read), backend.underWay(), "and slowly then");
    }

    @Test
    void shouldNotWaitLongerThanAnHourWhateverABackendAsksFor() {
        final Call read = lookup();
        scheduler.add(List.of(read));
        step();
        backend.reply(read, throttled(OptionalLong.of(Long.MAX_VALUE)));
        step();
        now += 3_599 * SECOND;
        step();
        assertEquals(List.of(), backend.underWay());
        now += SECOND;
        step();
        assertEquals(List.of(read), backend.underWay());
    }

    @Test
    void shouldCallLessOftenForAWhileAndAsOftenAsBeforeInTheEnd() {
        final long before = callsInASecond();
        final Call refused = lookup();
        scheduler.add(List.of(refused));
        step();
        backend.reply(refused, throttled(OptionalLong.empty()));
        step();
        now += 100 * MILLI;
        final long slowed = callsInASecond();
        assertTrue(slowed <= before * 2 / 3, () -> before + ", and then " + slowed);
        assertEquals(BackendState.Condition.SLOWED, counts.backends().get(0).condition());
        for (int second = 0; second < 25; second++) {
            callsInASecond();
        }
        final long after = callsInASecond();
        assertTrue(after >= before * 9 / 10, () -> before + ", and in the end " + after);
        assertEquals(BackendState.Condition.OPEN, counts.backends().get(0).condition());
    }

    @Test
    void shouldHalveTheRateOnceForCallsThatWereUnderWayTogether() {
        callsInASecond();
        final List<Call> calls = List.of(lookup(), lookup(), lookup());
        scheduler.add(calls);
        for (int i = 0; i < 100; i++) {
            now += MILLI;
            step();
        }
        assertEquals(calls, backend.underWay());
        calls.forEach(call -> backend.reply(call, throttled(OptionalLong.of(1))));
        step();
        now += 200 * MILLI;
        callsInASecond();
        final long halved = callsInASecond();
        assertTrue(halved > 250, () -> "once halved it is about 600 of 1,000: " + halved);
        assertEquals(3, counts.calls(Count.THROTTLED));
    }

    @Test
    void shouldSayOnceThatItGoesSlowerAndOnceThatItGoesAtFullSpeedAgain() {
        final List<String> log;
        try (CapturedLog captured = new CapturedLog()) {
            callsInASecond();
            for (int i = 0; i < 5; i++) {
                refuseOne();
                callsInASecond();
            }
            for (int second = 0; second < 60; second++) {
                callsInASecond();
            }
            log = captured.lines();
        }
        assertEquals(2, log.size(), log::toString);
        assertTrue(log.get(0).contains("gw: main asks for fewer calls: 429"), log::toString);
        assertTrue(
                log.get(1).contains("gw: main is back to full speed")
                        && log.get(1).contains("refused 5 calls"),
                log::toString);
    }

    @Test
    void shouldHoldABackendThatDoesNothingElseForLongLikeOneThatIsAway() {
        final List<String> log;
        final Call read = lookup();
        try (CapturedLog captured = new CapturedLog()) {
            scheduler.add(List.of(read));
            for (int i = 0; i < 20; i++) {
                step();
                backend.underWay().forEach(call -> backend.reply(call, throttled(OptionalLong.of(SECOND))));
                step();
                now += 2 * SECOND;
            }
            assertEquals(BackendState.Condition.AWAY, counts.backends().get(0).condition());
            now += 20 * SECOND;
            step();
            backend.done(read);
            step();
            log = captured.lines();
        }
        assertEquals(3, log.size(), log::toString);
        assertTrue(log.get(1).contains("main is away: it keeps asking for fewer calls: 429"), log::toString);
        assertTrue(log.get(2).contains("main is back"), log::toString);
    }

    @Test
    void shouldNotTakeABackendForAwayThatAnswersSomeOfEachCall() {
        final TestOperation operation = TestOperation.lookup("customer", backend, "customer");
        final Call read = new Call(backend, false);
        for (int i = 0; i < 30; i++) {
            read.add(question(operation));
        }
        scheduler.add(List.of(read));
        for (int i = 0; i < 29; i++) {
            now += 2 * SECOND;
            step();
            read.questions().get(i).answer(new Outcome.Updated(1));
            backend.reply(read, throttled(OptionalLong.empty()));
            step();
        }
        assertEquals(BackendState.Condition.SLOWED, counts.backends().get(0).condition());
    }

    @Test
    void shouldMakeNoMoreCallsInASecondThanConfigured() {
        final ScriptedBackend limited =
                new ScriptedBackend("main", new Resilience(BACKOFF, OptionalLong.empty(), OptionalLong.of(50)), false);
        final TestOperation operation = TestOperation.lookup("customer", limited, "customer");
        long calls = 0;
        for (final long end = now + SECOND; now < end; now += MILLI) {
            if (limited.underWay().isEmpty() && scheduler.hasRoom(Set.of(limited))) {
                final Call call = new Call(limited, false);
                call.add(question(operation));
                scheduler.add(List.of(call));
            }
            ScriptedBackend.poll(scheduler, now, limited);
            scheduler.start(now, Long.MAX_VALUE);
            calls += limited.underWay().size();
            limited.underWay().forEach(limited::done);
        }
        assertEquals(50, calls);
    }

    @Test
    void shouldLetTheChunkFillWhileACallOnlyWaitsForTheConfiguredRate() {
        final ScriptedBackend limited =
                new ScriptedBackend("main", new Resilience(BACKOFF, OptionalLong.empty(), OptionalLong.of(1)), false);
        final TestOperation operation = TestOperation.lookup("customer", limited, "customer");
        for (int i = 0; i < 2; i++) {
            final Call call = new Call(limited, false);
            call.add(question(operation));
            scheduler.add(List.of(call));
        }
        ScriptedBackend.poll(scheduler, now, limited);
        scheduler.start(now, Long.MAX_VALUE);
        assertEquals(1, limited.underWay().size());
        assertFalse(scheduler.hasRoom(Set.of(limited)));
    }

    private void refuseOne() {
        scheduler.add(List.of(lookup()));
        waiting++;
        while (backend.underWay().isEmpty()) {
            now += MILLI;
            step();
        }
        backend.underWay().forEach(call -> backend.reply(call, throttled(OptionalLong.empty())));
        step();
        while (backend.underWay().isEmpty()) {
            now += MILLI;
            step();
        }
        waiting = Math.max(0, waiting - backend.underWay().size());
        backend.underWay().forEach(backend::done);
        step();
    }

    /** Asks again as soon as it is answered, in a duty cycle of a millisecond. */
    private long callsInASecond() {
        long calls = 0;
        for (final long end = now + SECOND; now < end; now += MILLI) {
            if (waiting == 0) {
                scheduler.add(List.of(lookup()));
                waiting++;
            }
            step();
            calls += backend.underWay().size();
            waiting = Math.max(0, waiting - backend.underWay().size());
            backend.underWay().forEach(backend::done);
        }
        step();
        return calls;
    }

    private void step() {
        ScriptedBackend.poll(scheduler, now, backend, other);
        scheduler.start(now, Long.MAX_VALUE);
    }

    private Call lookup() {
        final Call call = new Call(backend, false);
        call.add(question(TestOperation.lookup("customer", backend, "customer")));
        return call;
    }

    private Question question(TestOperation operation) {
        asked++;
        final Item item = new Item(new RequestRef(asked, 1, asked, operation.name()), 0, 0, Deadline.NONE, false);
        return new Question(operation, Arguments.of(asked), operation.footprint(), item);
    }

    private static Backend.Reply throttled(OptionalLong pauseNanos) {
        return new Backend.Reply.Throttled(1, "429", pauseNanos);
    }
}
