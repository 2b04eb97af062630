package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.core.BackendCounts.Count;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The scheduler starts calls in an order that nobody can tell from that of their requests. */
class SchedulerTest extends NamedCalls {

    @Test
    void shouldHoldACallUntilAnEarlierConflictingOneIsOver() {
        scheduler.add(List.of(read, rename, pay));
        step();
        assertEquals(List.of(read), backend.underWay());
        backend.done(read);
        step();
        assertEquals(List.of(rename), backend.underWay());
        backend.done(rename);
        step();
        assertEquals(List.of(pay), backend.underWay());
    }

    @Test
    void shouldLetGoOfACallThatIsOverWhenTheNextOneIsStillUnderWay() {
        Call last = call(TestOperation.update("rename", backend, "customer"), 1);
        final WeakReference<Call> first = new WeakReference<>(last);
        scheduler.add(List.of(last));
        step();
        for (int i = 0; i < 3; i++) {
            final Call next = call(TestOperation.update("rename", backend, "customer"), 1);
            scheduler.add(List.of(next));
            step();
            backend.done(last);
            step();
            last = next;
        }
        Awaitility.await().until(() -> {
            System.gc();
            return first.get() == null;
        });
        assertEquals(List.of(last), backend.underWay());
    }

    @Test
    void shouldLetACallPassThatConflictsWithNothing() {
        scheduler.add(List.of(rename, read, read2));
        step();
        assertEquals(List.of(rename, read2), backend.underWay());
    }

    @Test
    void shouldHoldACallBehindOneOfAnEarlierChunk() {
        scheduler.add(List.of(rename));
        step();
        scheduler.add(List.of(read));
        step();
        assertEquals(List.of(rename), backend.underWay());
    }

    @Test
    void shouldMakeNoMoreCallsAtATimeThanAllowed() {
        backend.callsInFlight(2);
        scheduler.add(List.of(read, read2, read3));
        step();
        assertEquals(List.of(read, read2), backend.underWay());
        assertFalse(scheduler.hasRoom(Set.of(backend)));
        backend.done(read2);
        step();
        assertEquals(List.of(read, read3), backend.underWay());
        assertFalse(scheduler.hasRoom(Set.of(backend)), "the next chunk fills while no more calls can be made");
    }

    @Test
    void shouldMakeAsManyCallsAtABackendAsItTakesWhateverIsUnderWayAtOthers() {
        backend.callsInFlight(2);
        other.callsInFlight(3);
        final List<Call> calls = new ArrayList<>(List.of(read, read2, read3));
        for (int i = 0; i < 4; i++) {
            calls.add(call(TestOperation.lookup("stock", other, "stock"), 1));
        }
        scheduler.add(calls);
        step();
        assertEquals(2, backend.underWay().size());
        assertEquals(3, other.underWay().size());
    }

    @Test
    void shouldHaveRoomForAChunkThatAsksABackendThatIsNotFull() {
        backend.callsInFlight(1);
        scheduler.add(List.of(read));
        step();
        assertFalse(scheduler.hasRoom(Set.of(backend)));
        assertTrue(scheduler.hasRoom(Set.of(other)));
        assertTrue(scheduler.hasRoom(Set.of(backend, other)));
        assertTrue(scheduler.hasRoom(Set.of()), "it asks nobody");
    }

    @Test
    void shouldHaveRoomWhenEveryPlannedCallIsStarted() {
        assertTrue(scheduler.hasRoom(Set.of(backend)));
        scheduler.add(List.of(read, rename));
        assertFalse(scheduler.hasRoom(Set.of(backend)));
        step();
        assertFalse(scheduler.hasRoom(Set.of(backend)));
        backend.done(read);
        step();
        assertTrue(scheduler.hasRoom(Set.of(backend)));
    }

    @Test
    void shouldTryAgainWhenABackendHasNoRoom() {
        backend.room(0);
        scheduler.add(List.of(read));
        step();
        assertEquals(List.of(), backend.underWay());
        backend.room(1);
        step();
        assertEquals(List.of(read), backend.underWay());
    }

    @Test
    void shouldHoldConflictingCallsWhenAnEarlierOneIsGivenBack() {
        for (final Backend.Reply reply : List.of(AWAY, CONFLICT)) {
            final Call update = call(TestOperation.update("rename", backend, "customer"), 1);
            final Call later = call(TestOperation.lookup("customer", backend, "customer"), 1);
            scheduler.add(List.of(update, later));
            step();
            backend.reply(update, reply);
            step();
            assertEquals(List.of(), backend.underWay(), reply::toString);
            now += 100;
            step();
            assertEquals(List.of(update), backend.underWay(), reply::toString);
            backend.done(update);
            step();
            assertEquals(List.of(later), backend.underWay(), reply::toString);
            backend.done(later);
            step();
        }
    }

    @Test
    void shouldAskAgainWithTheAnswersThereAre() {
        final Call two = new Call(backend, false);
        final TestOperation customer = TestOperation.lookup("customer", backend, "customer");
        final Item first = ask(two, customer, 1);
        final Item second = ask(two, customer, 2);
        scheduler.add(List.of(two));
        step();
        two.questions().get(0).answer(new Outcome.Updated(11));
        backend.reply(two, AWAY);
        step();
        assertFalse(first.answered());
        now += 100;
        step();
        backend.done(two);
        step();
        assertEquals(new Outcome.Updated(11), first.outcome());
        assertEquals(new Outcome.Updated(2), second.outcome());
    }

    @Test
    void shouldFailAQuestionThatABackendForgot() {
        final Item item = ask(read, TestOperation.lookup("customer", backend, "customer"), 2);
        scheduler.add(List.of(read));
        step();
        backend.reply(read, new Backend.Reply.Done(1));
        step();
        assertTrue(
                item.outcome().toString().contains("no answer to 'customer'"),
                () -> item.outcome().toString());
    }

    @Test
    void shouldCountConflictsAndPauseLongerAfterEach() {
        scheduler.add(List.of(read));
        step();
        for (int conflicts = 1; conflicts <= 4; conflicts++) {
            backend.reply(read, CONFLICT);
            step();
            assertEquals(conflicts, read.conflicts());
            final long pause = Math.min(100L << (conflicts - 1), 400);
            isAskedAgainAfter(pause);
        }
    }

    @Test
    void shouldCountCallsQuestionsAndTripsWithTheAttempts() {
        scheduler.add(List.of(read, pay));
        step();
        backend.reply(read, CONFLICT);
        backend.done(pay);
        step();
        now += 100;
        step();
        backend.done(read);
        step();
        assertEquals(2, counts.calls(Count.READ_CALLS));
        assertEquals(2, counts.calls(Count.READ_QUESTIONS));
        assertEquals(1, counts.calls(Count.UPDATE_CALLS));
        assertEquals(1, counts.calls(Count.UPDATE_QUESTIONS));
        assertEquals(3, counts.calls(Count.TRIPS));
    }
}
