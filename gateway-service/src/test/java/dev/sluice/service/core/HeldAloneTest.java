package dev.sluice.service.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.core.BackendCounts.Count;
import dev.sluice.service.core.schedule.Scheduler;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What the scheduler does with a call that a backend does not answer while it answers others. */
class HeldAloneTest {

    private static final long BEGAN = 500;
    private static final long LIMIT = 10_000;
    private static final Backend.Reply HELD = new Backend.Reply.Held(1, "404", BEGAN);

    private final GatewayCounts counts = new GatewayCounts(List.of());
    private final Scheduler scheduler = new Scheduler("gw", () -> 0, Precautions.none(), counts);
    private long now = 1_000;

    @Test
    void shouldFailItWhenItWasHeldForAsLongAsRequestsWaitForABackendThatIsAway() {
        final ScriptedBackend backend = backend(OptionalLong.of(LIMIT));
        final Item item = heldUntil(backend, TestOperation.lookup("customer", backend, "customer"), BEGAN + LIMIT - 1);
        assertFalse(item.answered());
        step(backend, BEGAN + LIMIT);
        final Outcome.Failed failed = (Outcome.Failed) item.outcome();
        assertEquals(FailureKind.UNAVAILABLE, failed.failure().kind());
        for (final String part : List.of("'customer'", "main", "404", "has answered others")) {
            assertTrue(failed.failure().message().contains(part), failed::toString);
        }
        assertEquals(1, counts.calls(Count.UNAVAILABLE_REQUESTS));
        assertEquals(List.of(), backend.underWay());
    }

    @Test
    void shouldHoldItForEverUnlessRequestsAreToFail() {
        final ScriptedBackend backend = backend(OptionalLong.empty());
        final Item item = heldUntil(backend, TestOperation.lookup("customer", backend, "customer"), 1_000 * LIMIT);
        assertFalse(item.answered());
    }

    @Test
    void shouldHoldAnUpdateThatMayHaveHappened() {
        final ScriptedBackend backend = backend(OptionalLong.of(LIMIT));
        final Item item = heldUntil(backend, TestOperation.update("rename", backend, "customer"), 10 * LIMIT);
        assertFalse(item.answered());
    }

    /** Has it asked and given back again and again, until then. */
    private Item heldUntil(ScriptedBackend backend, TestOperation operation, long end) {
        final Item item = new Item(new RequestRef(0, 1, 1, operation.name()), 0, 0, Deadline.NONE, true);
        final Call call = new Call(backend, operation.update());
        call.add(new Question(operation, Arguments.of(1L), operation.footprint(), item));
        scheduler.add(List.of(call));
        for (long at = now; at < end; at += LIMIT / 4) {
            askAndGiveBack(backend, call, at);
        }
        askAndGiveBack(backend, call, end);
        return item;
    }

    private void askAndGiveBack(ScriptedBackend backend, Call call, long at) {
        step(backend, at);
        if (backend.underWay().contains(call)) {
            backend.reply(call, HELD);
        }
    }

    private void step(ScriptedBackend backend, long at) {
        now = at;
        ScriptedBackend.poll(scheduler, now, backend);
        scheduler.start(now, Long.MAX_VALUE);
    }

    private static ScriptedBackend backend(OptionalLong failAfterNanos) {
        final Resilience resilience = new Resilience(new Backoff(100, 400), failAfterNanos, OptionalLong.empty());
        return new ScriptedBackend("main", resilience, true);
    }
}
