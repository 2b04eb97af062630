package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.service.CapturedLog;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.core.schedule.Scheduler;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SchedulerTest {

    private static final Backend.Reply AWAY = new Backend.Reply.Unavailable(1, "connection refused");
    private static final Backend.Reply CONFLICT = new Backend.Reply.Conflicted(1, "deadlock");

    private final ScriptedBackend backend = new ScriptedBackend("main", new Backoff(100, 400));
    private final ScriptedBackend other = new ScriptedBackend("other", new Backoff(100, 400));
    private final TestOperation customers = TestOperation.lookup("customer", backend, "customer");
    private final TestOperation renaming = TestOperation.update("rename", backend, "customer");
    private final TestOperation paid = TestOperation.update("pay", backend, "contract");
    private final Call read = call(customers);
    private final Call read2 = call(TestOperation.lookup("address", backend, "address"));
    private final Call read3 = call(TestOperation.lookup("orders", backend, "orders"));
    private final Call rename = call(renaming);
    private final Call pay = call(paid);
    private final Call elsewhere = call(TestOperation.lookup("stock", other, "stock"));
    private final GatewayCounts counts = new GatewayCounts(List.of());
    private final Scheduler scheduler = new Scheduler("gw", () -> 0, Precautions.none(), counts);
    private long now = 1_000;
    private long firstUnwritten = Long.MAX_VALUE;

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
        Call last = call(TestOperation.update("rename", backend, "customer"));
        final WeakReference<Call> first = new WeakReference<>(last);
        scheduler.add(List.of(last));
        step();
        for (int i = 0; i < 3; i++) {
            final Call next = call(TestOperation.update("rename", backend, "customer"));
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
            calls.add(call(TestOperation.lookup("stock", other, "stock")));
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
            final Call update = call(TestOperation.update("rename", backend, "customer"));
            final Call later = call(TestOperation.lookup("customer", backend, "customer"));
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
    void shouldTryWithOneCallAtATimeWhileABackendIsAway() {
        scheduler.add(List.of(read, read2, read3));
        step();
        backend.reply(read, AWAY);
        backend.reply(read2, AWAY);
        backend.reply(read3, AWAY);
        step();
        assertEquals(List.of(), backend.underWay());
        now += 100;
        step();
        assertEquals(List.of(read), backend.underWay());
        now += 10_000;
        step();
        assertEquals(List.of(read), backend.underWay());
        backend.done(read);
        step();
        assertEquals(List.of(read2, read3), backend.underWay());
    }

    @Test
    void shouldWaitLongerAfterEachFailedAttempt() {
        scheduler.add(List.of(read));
        step();
        for (final long pause : new long[] {100, 200, 400, 400}) {
            backend.reply(read, AWAY);
            step();
            isAskedAgainAfter(pause);
        }
    }

    @Test
    void shouldStartWithTheFirstPauseAgainInTheNextOutage() {
        scheduler.add(List.of(read, read2));
        step();
        for (int outage = 0; outage < 2; outage++) {
            backend.reply(read2, AWAY);
            step();
            now += 100;
            step();
            assertEquals(List.of(read, read2), backend.underWay());
            backend.reply(read2, CONFLICT);
            step();
            now += 1_000;
            step();
        }
    }

    @Test
    void shouldNotTakeACallFromBeforeTheOutageForAnAttempt() {
        scheduler.add(List.of(read, read2, read3));
        step();
        backend.reply(read, AWAY);
        step();
        backend.reply(read2, AWAY);
        backend.done(read3);
        step();
        assertEquals(List.of(), backend.underWay(), "one that was answered before does not end the outage");
        now += 100;
        step();
        assertEquals(List.of(read), backend.underWay(), "one that was given back later does not make it longer");
    }

    @Test
    void shouldSayOnceThatABackendIsAwayAndOnceThatItIsBack() {
        final List<String> log = CapturedLog.of(() -> {
            scheduler.add(List.of(read, read2));
            step();
            backend.reply(read, AWAY);
            backend.reply(read2, AWAY);
            step();
            for (int attempt = 0; attempt < 5; attempt++) {
                now += 400;
                step();
                backend.reply(backend.underWay().get(0), AWAY);
                step();
            }
            now += 400;
            step();
            backend.done(backend.underWay().get(0));
            step();
            backend.done(backend.underWay().get(0));
            step();
        });
        assertEquals(2, log.size(), log::toString);
        assertTrue(log.get(0).contains("gw: main is away: connection refused"), log::toString);
        assertTrue(log.get(1).contains("gw: main is back") && log.get(1).contains("6 attempts"), log::toString);
    }

    @Test
    void shouldKeepAskingOtherBackendsWhileOneIsAway() {
        scheduler.add(List.of(read, read2));
        step();
        backend.reply(read, AWAY);
        step();
        scheduler.add(List.of(elsewhere));
        step();
        assertEquals(List.of(elsewhere), other.underWay());
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

    @Test
    void shouldHoldAnUpdateUntilTheResultsOfConflictingReadsAreWritten() {
        firstUnwritten = 0;
        final Call late = call(renaming, 2);
        scheduler.add(List.of(read, late));
        step();
        backend.done(read);
        step();
        assertEquals(List.of(), backend.underWay());
        firstUnwritten = Long.MAX_VALUE;
        step();
        assertEquals(List.of(late), backend.underWay());
    }

    @Test
    void shouldStartAnUpdateThatKeepsTheResultsOfConflictingReadsBeforeTheyAreWritten() {
        backend.keepReads();
        firstUnwritten = 0;
        final Call late = call(renaming, 2);
        scheduler.add(List.of(read, late));
        step();
        backend.done(read);
        step();
        assertEquals(List.of(late), backend.underWay());
        assertEquals(List.of(1L), late.keeps().stream().map(ReadResult::index).toList());
    }

    @Test
    void shouldPartARunBeforeTheUpdateThatWaitsForALargeResultWhichWaitsForTheRun() {
        backend.keepReads();
        firstUnwritten = 1;
        final Call run = call(renaming, 1);
        ask(run, renaming, 3);
        final Call large = answered(customers, 2, ReadResult.LARGEST_KEPT + 1);
        scheduler.add(List.of(large, run));
        step();
        assertEquals(List.of(1L), indexes(run));
        assertEquals(List.of(run), backend.underWay());
        backend.done(run);
        step();
        assertEquals(List.of(), backend.underWay());
        firstUnwritten = 3;
        step();
        assertEquals(List.of(3L), indexes(backend.underWay().get(0)));
    }

    @Test
    void shouldPartReadsBeforeARunThatWaitsUntilTheirResultsAreWritten() {
        final Call run = call(paid, 2);
        final Call reads = call(customers, 1);
        ask(reads, customers, 3);
        backend.waitForResults();
        scheduler.add(List.of(run, reads));
        step();
        assertEquals(List.of(1L), indexes(reads));
    }

    @Test
    void shouldStartTheRunThatMayStartWhenCallsBeforeItAreParted() {
        other.keepReads();
        final Call paused = call(paid, 1);
        ask(paused, paid, 12);
        scheduler.add(List.of(paused));
        step();
        backend.reply(paused, CONFLICT);
        firstUnwritten = 1;
        step();
        final TestOperation first = elsewhere(renaming, "first");
        final TestOperation second = elsewhere(paid, "second");
        final Call run = call(first, 5);
        ask(run, second, 10);
        final Call small = answered(elsewhere(customers, "first"), 3, 1);
        final Call large = answered(elsewhere(customers, "second"), 7, ReadResult.LARGEST_KEPT + 1);
        scheduler.add(List.of(small, large, run));
        step();
        assertEquals(List.of(), backend.underWay(), "update 12 waits for update 1");
        assertEquals(List.of(run), other.underWay());
        assertEquals(List.of(5L), indexes(run));
        assertEquals(List.of(3L), run.keeps().stream().map(ReadResult::index).toList());
    }

    /** Of the other backend, in another database. */
    private TestOperation elsewhere(TestOperation operation, String table) {
        final Optional<Set<String>> tables = Optional.of(Set.of(table));
        final Footprint footprint = operation.update()
                ? Footprint.update("other", Optional.of(Set.of()), tables)
                : Footprint.read("other", tables);
        final TestOperation there = operation.update()
                ? TestOperation.update(operation.name(), other)
                : TestOperation.lookup(operation.name(), other);
        return there.touching(footprint);
    }

    private static Call answered(TestOperation operation, long index, int bytes) {
        final Call read = call(operation, index);
        read.questions().get(0).answer(rows(bytes));
        read.questions().get(0).distribute();
        return read;
    }

    private static Outcome rows(int bytes) {
        return new Outcome.Found(new EncodedRows(new byte[0], 1, new byte[bytes]));
    }

    private static List<Long> indexes(Call call) {
        return call.questions().stream().map(Question::index).toList();
    }

    private void isAskedAgainAfter(long pause) {
        now += pause / 2;
        step();
        assertEquals(List.of(), backend.underWay());
        now += pause / 2;
        step();
        assertEquals(List.of(read), backend.underWay());
    }

    private void step() {
        ScriptedBackend.poll(scheduler, now, backend, other);
        scheduler.start(now, firstUnwritten);
    }

    private static Call call(TestOperation operation) {
        return call(operation, 1);
    }

    private static Call call(TestOperation operation, long index) {
        final Call call = new Call(operation.backend(), operation.update());
        ask(call, operation, index);
        return call;
    }

    private static Item ask(Call call, Operation operation, long index) {
        final Item item = new Item(new RequestRef(index, 1, index, operation.name()), 0, 0, Deadline.NONE, false);
        call.add(new Question(operation, Arguments.of(index), item));
        return item;
    }
}
