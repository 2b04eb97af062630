package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.schedule.Scheduler;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DeadlineTest {

    private static final Backend.Reply AWAY = new Backend.Reply.Unavailable(1, "connection refused");
    private static final Backoff BACKOFF = new Backoff(100, 400);

    private final ScriptedBackend atLeastOnce =
            new ScriptedBackend("main", new Resilience(BACKOFF, OptionalLong.empty(), OptionalLong.empty()), true);
    private final ScriptedBackend exactlyOnce = new ScriptedBackend("once", BACKOFF);
    private final TestOperation customer = TestOperation.lookup("customer", atLeastOnce, "customer");
    private final TestOperation rename = TestOperation.update("rename", atLeastOnce, "customer");
    private final TestOperation renameOnce = TestOperation.update("rename", exactlyOnce, "customer");
    private long now = 1_000;
    private long wallMillis = 5_000;
    private int asked;
    private final GatewayCounts counts = new GatewayCounts(List.of());
    private final Scheduler scheduler = new Scheduler("gw", () -> wallMillis * 1_000_000, Precautions.none(), counts);

    @Test
    void shouldFailARequestWhoseDeadlinePassedBeforeItWasAsked() {
        final Item late = item(5_000);
        scheduler.add(List.of(call(customer, late)));
        step();
        assertEquals(List.of(), atLeastOnce.underWay());
        final Outcome.Failed failed = (Outcome.Failed) late.outcome();
        assertEquals(FailureKind.TIMEOUT, failed.failure().kind());
        assertTrue(failed.failure().message().contains("'customer'"), failed::toString);
        assertTrue(failed.failure().message().contains("1970-01-01T00:00:05Z, before it was asked"), failed::toString);
        assertTrue(failed.failure().retryable());
        assertEquals(1, counts.calls(Count.LATE_REQUESTS));
    }

    @Test
    void shouldAskARequestWhoseDeadlineHasNotPassedAndTakeItsAnswerHoweverLate() {
        final Item item = item(5_001);
        final Call call = call(customer, item);
        scheduler.add(List.of(call));
        step();
        wallMillis = 60_000;
        step();
        atLeastOnce.done(call);
        step();
        assertTrue(item.outcome() instanceof Outcome.Updated);
    }

    @Test
    void shouldFailItWhileItIsHeldInAnOutage() {
        final Item asked = item(6_000);
        final Item waiting = item(6_000);
        final Item patient = item(7_000);
        final Call first = call(customer, asked);
        scheduler.add(List.of(first, call(rename, waiting), call(customer, patient)));
        step();
        atLeastOnce.reply(first, AWAY);
        step();
        wallMillis = 6_000;
        step();
        assertTrue(asked.outcome().toString().contains("before it was answered"), asked.outcome()::toString);
        assertTrue(waiting.outcome().toString().contains("before it was asked"), waiting.outcome()::toString);
        assertFalse(patient.answered());
    }

    @Test
    void shouldBeRightForEachOfSeveralRequestsThatShareAQuestion() {
        final Item soon = item(6_000);
        final Item late = item(9_000);
        final Item never = item(Deadline.NONE);
        final Call call = new Call(atLeastOnce, false);
        final Question question = new Question(customer, Arguments.of(1L), customer.footprint(), soon);
        question.alsoFor(late);
        question.alsoFor(never);
        call.add(question);
        atLeastOnce.room(0);
        scheduler.add(List.of(call));
        step();
        wallMillis = 7_000;
        step();
        assertTrue(soon.answered());
        assertFalse(late.answered());
        atLeastOnce.room(1);
        step();
        atLeastOnce.done(call);
        step();
        assertTrue(soon.outcome() instanceof Outcome.Failed);
        assertEquals(never.outcome(), late.outcome());
    }

    @Test
    void shouldGiveOneOfSeveralRequestsThatShareAQuestionItsOwnAnswer() {
        final Item kept = item(Deadline.NONE);
        final Item asks = new Item(new RequestRef(9, 1, 9, "customer"), 0, 0, Deadline.NONE, false);
        final Question question = new Question(customer, Arguments.of(1L), customer.footprint(), kept);
        question.alsoFor(asks);
        question.answer(kept.request().index(), Outcome.NOT_FOUND);
        assertFalse(kept.answered(), "a backend may have the call");
        assertFalse(question.answered());
        question.answer(new Outcome.Updated(1));
        question.distribute();
        assertEquals(Outcome.NOT_FOUND, kept.outcome());
        assertEquals(new Outcome.Updated(1), asks.outcome());
    }

    @Test
    void shouldNotFailAnUpdateThatMayHaveHappened() {
        final Item asked = item(6_000);
        final Item ofAnEarlierRun = new Item(new RequestRef(9, 1, 9, "rename"), 0, 0, 1_000, false);
        final Call first = call(rename, asked);
        final Call second = call(rename, ofAnEarlierRun);
        scheduler.add(List.of(first));
        step();
        atLeastOnce.reply(first, AWAY);
        step();
        wallMillis = 7_000;
        scheduler.add(List.of(second));
        now += 400;
        step();
        assertEquals(List.of(first), atLeastOnce.underWay());
        assertFalse(first.questions().get(0).late(false));
        atLeastOnce.done(first);
        step();
        assertEquals(List.of(second), atLeastOnce.underWay());
        assertFalse(second.questions().get(0).late(false));
    }

    @Test
    void shouldLeaveItToTheCheckpointWhetherAnUpdateThatHappensOnceIsLate() {
        final Item item = item(5_000);
        final Call call = call(renameOnce, item);
        exactlyOnce.room(0);
        scheduler.add(List.of(call));
        step();
        wallMillis = 90_000;
        step();
        assertFalse(item.answered());
        exactlyOnce.room(1);
        step();
        assertEquals(List.of(call), exactlyOnce.underWay());
        assertTrue(call.questions().get(0).late(true));
    }

    @Test
    void shouldRefuseADeadlineThatIsNoNumber() throws RefusedException {
        for (final String bad : List.of("", "soon", "12.5", "99999999999999999999")) {
            final RequestFrame request = request(Map.of("deadline", bad));
            final var e = assertThrows(RefusedException.class, () -> Deadline.check(request));
            assertTrue(e.getMessage().contains("'" + bad + "'"), e.getMessage());
        }
        Deadline.check(request(Map.of("deadline", "5000")));
        assertEquals(5_000, Deadline.of(request(Map.of("deadline", "5000"))));
        assertEquals(Deadline.NONE, Deadline.of(request(Map.of("job", "letters"))));
    }

    private void step() {
        ScriptedBackend.poll(scheduler, now, atLeastOnce, exactlyOnce);
        scheduler.start(now, Long.MAX_VALUE);
    }

    private Item item(long deadlineMillis) {
        asked++;
        return new Item(new RequestRef(asked, 1, asked, ""), 0, 0, deadlineMillis, true);
    }

    private static Call call(TestOperation operation, Item item) {
        final Call call = new Call(operation.backend(), operation.update());
        call.add(new Question(operation, Arguments.of(1L), operation.footprint(), item));
        return call;
    }

    private static RequestFrame request(Map<String, String> headers) {
        return new RequestFrame(RequestKind.LOOKUP, 1, 1, headers, "customer", Arguments.of(1L));
    }
}
