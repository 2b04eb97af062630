package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.schedule.Scheduler;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What an item says of the calls that had it. */
class CallTimesTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long PAUSE = 100;

    private final ScriptedBackend backend = new ScriptedBackend(
            "main",
            new Resilience(new Backoff(PAUSE, PAUSE), OptionalLong.of(10 * PAUSE), OptionalLong.empty()),
            false);
    private final TestOperation customer = TestOperation.lookup("customer", backend, "customer");
    private final TestOperation address = TestOperation.lookup("address", backend, "address");
    private long wallNanos = 5 * SECOND;
    private final GatewayCounts counts = new GatewayCounts(List.of());
    private final Scheduler scheduler = new Scheduler("gw", () -> wallNanos, Precautions.none(), counts);
    private long now = 1_000;
    private int asked;

    @Test
    void shouldBeThoseOfItsCallWhenItIsAnswered() {
        final Call call = new Call(backend, false);
        final Item one = ask(call, customer);
        final Item two = ask(call, customer);
        final Item alsoTwo = item();
        call.questions().get(1).alsoFor(alsoTwo);
        scheduler.add(List.of(call));
        step();
        wallNanos = 7 * SECOND;
        backend.done(call);
        step();
        final CallTimes times = new CallTimes(5 * SECOND, 7 * SECOND, 1);
        assertEquals(List.of(times, times, times), List.of(one.call(), two.call(), alsoTwo.call()));
        assertEquals(0, times.askedUnlessUsual());
    }

    @Test
    void shouldDifferWhenTheCallsDifferThoughTheClockStands() {
        final Call first = new Call(backend, false);
        final Call second = new Call(backend, false);
        final Item one = ask(first, customer);
        final Item other = ask(second, address);
        scheduler.add(List.of(first, second));
        step();
        backend.done(first);
        backend.done(second);
        step();
        assertNotEquals(one.call().begunNanos(), other.call().begunNanos());
        final Call third = new Call(backend, false);
        final Item late = ask(third, customer);
        wallNanos = SECOND; // somebody set it back
        scheduler.add(List.of(third));
        step();
        backend.done(third);
        step();
        assertEquals(new CallTimes(SECOND, SECOND, 1), late.call());
    }

    @Test
    void shouldCountTheCallsThatDidNotAnswerWhenOneIsGivenBack() {
        final Call call = new Call(backend, false);
        final Item atOnce = ask(call, customer);
        final Item later = ask(call, customer);
        scheduler.add(List.of(call));
        step();
        call.questions().get(0).answer(new Outcome.Updated(1));
        backend.reply(call, new Backend.Reply.Unavailable(1, "gone"));
        step();
        wallNanos = 6 * SECOND;
        now += PAUSE;
        step();
        backend.reply(call, new Backend.Reply.Conflicted(1));
        step();
        wallNanos = 8 * SECOND;
        now += 10 * PAUSE;
        step();
        wallNanos = 9 * SECOND;
        backend.done(call);
        step();
        assertEquals(new CallTimes(5 * SECOND, 5 * SECOND, 1), atOnce.call());
        assertEquals(new CallTimes(8 * SECOND, 9 * SECOND, 3), later.call());
        assertEquals(3, later.call().askedUnlessUsual());
    }

    @Test
    void shouldNameNoCallWhenItFailsWithoutAnAnswer() {
        final Call had = new Call(backend, false);
        final Call never = new Call(backend, false);
        final Item inVain = ask(had, customer);
        final Item unasked = ask(never, address);
        backend.room(1);
        scheduler.add(List.of(had, never));
        step();
        backend.reply(had, new Backend.Reply.Unavailable(1, "gone"));
        step();
        backend.room(0);
        now += 20 * PAUSE;
        step();
        assertEquals(new CallTimes(0, 0, 1), inVain.call());
        assertEquals(1, inVain.call().askedUnlessUsual());
        assertEquals(CallTimes.NONE, unasked.call());
        assertEquals(0, unasked.call().askedUnlessUsual());
    }

    private void step() {
        ScriptedBackend.poll(scheduler, now, backend);
        scheduler.start(now, Long.MAX_VALUE);
    }

    private Item ask(Call call, TestOperation operation) {
        final Item item = item();
        call.add(new Question(operation, Arguments.of((long) asked), operation.footprint(), item));
        return item;
    }

    private Item item() {
        asked++;
        return new Item(new RequestRef(asked, 1, asked, ""), 0, 0, Deadline.NONE, false);
    }
}
