package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.schedule.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The scheduler and a backend that is away. */
class OutageTest extends Scheduled {

    private static final Backend.Reply UNASKED = Backend.Reply.Unavailable.unasked("connection refused");

    @Test
    void shouldHoldEverythingForEverUnlessItIsToFail() {
        final Call read = lookup("customer");
        goAway(read);
        now += Long.MAX_VALUE / 4;
        step();
        backend.reply(read, AWAY);
        step();
        assertFalse(items.get(0).answered());
    }

    @Test
    void shouldFailReadsWhenTheBackendWasAwayForThatLong() {
        backend = backend(OptionalLong.of(LIMIT), false);
        final Call probed = lookup("customer");
        final Call waiting = lookup("address");
        goAway(probed, waiting);
        now += 100;
        step();
        final Call probe = backend.underWay().get(0);
        now += LIMIT;
        step();
        assertEquals(1, answered(), "the probe is under way, and may still be answered");
        assertEquals(1, counts.calls(Count.UNAVAILABLE_REQUESTS));
        backend.reply(probe, AWAY);
        step();
        assertEquals(2, answered());
        final Outcome.Failed failed = (Outcome.Failed) items.get(0).outcome();
        assertEquals(FailureKind.UNAVAILABLE, failed.failure().kind());
        assertTrue(failed.failure().retryable());
        for (final String part : List.of("'customer'", "main", "connection refused")) {
            assertTrue(failed.failure().message().contains(part), failed::toString);
        }
    }

    @Test
    void shouldFailLaterReadsAtOnceAndTryWithOneAtATime() {
        backend = backend(OptionalLong.of(LIMIT), false);
        goAway(lookup("customer"));
        now += LIMIT;
        step();
        final Call first = backend.underWay().get(0);
        assertEquals(0, answered(), "the only one there is tries");
        scheduler.add(List.of(lookup("address")));
        step();
        assertEquals(1, answered());
        assertEquals(List.of(first), backend.underWay());
        backend.reply(first, AWAY);
        step();
        scheduler.add(List.of(lookup("orders")));
        step();
        assertEquals(3, answered(), "it was tried a moment ago");
        now += 400;
        final Call next = lookup("stock");
        scheduler.add(List.of(next));
        step();
        assertEquals(List.of(next), backend.underWay());
        backend.done(next);
        step();
        final Call after = lookup("after");
        scheduler.add(List.of(after));
        step();
        assertEquals(List.of(after), backend.underWay(), "it is back");
    }

    @Test
    void shouldHoldUpdatesThatMustHappenOnceHoweverLongItTakes() {
        backend = backend(OptionalLong.of(LIMIT), false);
        final Call read = lookup("customer");
        final Call update = update("rename");
        goAway(read, update);
        now += 100 * LIMIT;
        step();
        backend.reply(backend.underWay().get(0), AWAY);
        step();
        assertTrue(items.get(0).answered());
        assertFalse(items.get(1).answered());
        now += 400;
        step();
        assertEquals(List.of(update), backend.underWay());
        backend.done(update);
        step();
        assertEquals(
                new Outcome.Updated(items.get(1).request().index()),
                items.get(1).outcome());
    }

    @Test
    void shouldFailUpdatesThatWereNeverAskedWhereThatIsAllowedAndHoldThoseThatMayHaveHappened() {
        backend = backend(OptionalLong.of(LIMIT), true);
        final Call asked = update("rename");
        final Call never = update("pay");
        scheduler.add(List.of(asked, never));
        step();
        backend.reply(asked, AWAY);
        step();
        now += LIMIT;
        step();
        backend.reply(asked, AWAY);
        step();
        assertFalse(items.get(0).answered(), "it may have happened");
        assertTrue(items.get(1).answered());
    }

    @Test
    void shouldFailAnUpdateWhenThereWasNoConnectionToAskItOn() {
        backend = backend(OptionalLong.of(LIMIT), true);
        tryTwice(update("rename"), UNASKED, UNASKED);
        assertTrue(items.get(0).answered());
    }

    @Test
    void shouldHoldAnUpdateThatWasAskedBeforeWhenThereIsNoConnectionNow() {
        backend = backend(OptionalLong.of(LIMIT), true);
        tryTwice(update("rename"), AWAY, UNASKED);
        assertFalse(items.get(0).answered(), "it may have happened");
    }

    @Test
    void shouldHoldUpdatesThatAnEarlierRunMayHaveAsked() {
        backend = backend(OptionalLong.of(LIMIT), true);
        final Call update = new Call(backend, true);
        final Item item = new Item(new RequestRef(0, 1, 1, "rename"), 0, 0, Deadline.NONE, false);
        final TestOperation rename = TestOperation.update("rename", backend, "customer");
        update.add(new Question(rename, Arguments.of(1L), rename.footprint(), item));
        scheduler.add(List.of(update));
        backend.room(0);
        goAway(lookup("address"));
        now += LIMIT;
        step();
        assertFalse(item.answered());
    }

    @Test
    void shouldKeepTheAnswersOfACallOfWhichTheRestFails() {
        backend = backend(OptionalLong.of(LIMIT), false);
        final Call read = lookup("customer");
        ask(read, TestOperation.lookup("customer", backend, "customer"));
        scheduler.add(List.of(read));
        step();
        read.questions().get(0).answer(new Outcome.Updated(11));
        backend.reply(read, AWAY);
        step();
        now += LIMIT;
        step();
        backend.reply(read, AWAY);
        step();
        assertEquals(new Outcome.Updated(11), items.get(0).outcome());
        assertTrue(items.get(1).outcome() instanceof Outcome.Failed);
    }

    @Test
    void shouldNotWaitForTheResultOfALaterReadThatFailed() {
        backend = backend(OptionalLong.of(LIMIT), false);
        firstUnwritten = 0;
        final Call update = call(TestOperation.update("rename", other, "customer"));
        scheduler.add(List.of(update));
        other.room(0);
        scheduler.add(List.of(lookup("customer")));
        goAway(lookup("address"));
        now += LIMIT;
        step();
        assertTrue(items.get(1).answered(), "it stands behind the update, and failed before it");
        other.room(1);
        step();
        assertEquals(List.of(update), other.underWay());
    }

    @Test
    void shouldTryWithAnotherCallNowAndThen() {
        final Call poison = lookup("poison");
        final Call good = lookup("good");
        goAway(poison, good);
        final List<Call> probes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            now += 400;
            step();
            probes.addAll(backend.underWay());
            backend.underWay().forEach(call -> backend.reply(call, AWAY));
            step();
        }
        assertTrue(probes.contains(good) && probes.get(0) == poison, "not only with the first");
    }

    @Test
    void shouldWaitAsLongAsABackendThatIsAwayAsksFor() {
        final Call read = lookup("customer");
        scheduler.add(List.of(read));
        step();
        backend.reply(read, new Backend.Reply.Unavailable(1, "503", OptionalLong.of(5_000)));
        step();
        now += 4_999;
        step();
        assertEquals(List.of(), backend.underWay());
        now += 1;
        step();
        assertEquals(List.of(read), backend.underWay());
    }

    @Test
    void shouldLetOthersSeeWhichBackendIsAwayAndWhatWaitsForIt() {
        final Call read = lookup("customer");
        goAway(read, lookup("address"));
        final BackendState state = counts.backends().get(0);
        assertEquals(new BackendState("main", BackendState.Condition.AWAY, 1_000, 1, "connection refused", 2), state);
        now += 100;
        step();
        backend.done(read);
        step();
        step();
        assertEquals(BackendState.Condition.OPEN, counts.backends().get(0).condition());
        assertEquals(0, counts.backends().get(0).held());
    }

    @Test
    void shouldHaveRoomForMoreWhenOnlyCallsOfABackendThatIsAwayWait() {
        final Call probe = lookup("customer");
        goAway(probe, update("rename"), call(TestOperation.update("elsewhere", other, "customer")));
        assertTrue(
                scheduler.hasRoom(Set.of(backend, other)), "that of the other backend must follow one that is held up");
        scheduler.add(List.of(call(TestOperation.lookup("stock", other, "stock"))));
        assertFalse(scheduler.hasRoom(Set.of(backend, other)), "that of the other backend only waits for its turn");
        step();
        assertEquals(1, other.underWay().size());
        assertTrue(scheduler.hasRoom(Set.of(backend, other)));
    }

    @Test
    void shouldGoOnWithOthersThoughAttemptsAtOneThatIsAwayTakeLong() {
        final Scheduler one = new Scheduler("gw", () -> 0, Precautions.none(), counts);
        backend.callsInFlight(1);
        final Call read = lookup("customer");
        one.add(List.of(read));
        step(one);
        backend.reply(read, AWAY);
        step(one);
        now += 100;
        step(one);
        assertEquals(List.of(read), backend.underWay());
        assertTrue(one.hasRoom(Set.of(backend)), "the attempt does not count");
        one.add(List.of(call(TestOperation.lookup("stock", other, "stock"))));
        step(one);
        assertEquals(1, other.underWay().size());
    }

    private void tryTwice(Call call, Backend.Reply first, Backend.Reply second) {
        scheduler.add(List.of(call));
        step();
        backend.reply(call, first);
        step();
        now += LIMIT;
        step();
        backend.reply(call, second);
        step();
    }
}
