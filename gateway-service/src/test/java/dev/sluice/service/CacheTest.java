package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.cache.LookupCaches;
import dev.sluice.service.cache.LookupCaches.CacheResult;
import dev.sluice.service.config.CacheConfig;
import dev.sluice.service.core.Deadline;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Precautions;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.TestOperation;
import dev.sluice.service.core.plan.Caches;
import dev.sluice.service.memory.InMemoryLane;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheTest {

    private static final long MINUTE = 60_000_000_000L;

    private final InMemoryLane lane = new InMemoryLane();
    private final AnsweringBackend backend = new AnsweringBackend(this::answer);
    private final TestOperation customer = TestOperation.lookup("customer", backend, "customer");
    private final TestOperation address = TestOperation.lookup("address", backend, "address");
    private final TestOperation rename = TestOperation.update("rename", backend, "customer");
    private final TestOperation move = TestOperation.update("move", backend, "address");
    private long now = 1_000_000;
    private long updates;
    private final LookupCaches caches = new LookupCaches(
            Map.of("customer", new CacheConfig(2, Duration.ofMinutes(5), Duration.ofMinutes(1))), () -> now);
    private final Gateway gateway = gateway();

    /** How many updates there were when it is asked; nothing for 0, a failure for less. */
    private Outcome answer(Question question) {
        final long key = (Long) question.arguments().values().get(0);
        if (question.operation().update()) {
            return new Outcome.Updated(++updates);
        }
        if (key < 0) {
            return Outcome.failed(FailureKind.REJECTED, "negative");
        }
        return key == 0 ? Outcome.NOT_FOUND : new Outcome.Updated(updates);
    }

    private Gateway gateway() {
        backend.callsInFlight = 4;
        final Map<String, Operation> operations =
                Map.of("customer", customer, "address", address, "rename", rename, "move", move);
        return new Gateway(
                new GatewaySettings("test", 10, 0),
                lane.source(),
                lane.sink(),
                request -> operations.get(request.name()),
                caches,
                List.of(backend),
                new GatewayCounts(List.of()),
                Precautions.none(),
                () -> 1);
    }

    @Test
    void shouldAskOnceWhatItStillKnows() {
        assertEquals(List.of("updated 0", "updated 0"), ask(7, 7));
        assertEquals(List.of("updated 0"), ask(7));
        assertEquals(1, backend.asked());
        assertEquals(1, caches.counts().get("customer").get(CacheResult.HIT));
        assertEquals(2, caches.counts().get("customer").get(CacheResult.MISS));
    }

    @Test
    void shouldAskAgainWhenItsTimeIsOver() {
        ask(7);
        now += 4 * MINUTE;
        ask(7);
        assertEquals(1, backend.asked());
        now += MINUTE;
        ask(7);
        assertEquals(2, backend.asked());
    }

    @Test
    void shouldKeepForATimeOfItsOwnThatThereIsNothing() {
        assertEquals(List.of("not found"), ask(0));
        now += MINUTE / 2;
        assertEquals(List.of("not found"), ask(0));
        assertEquals(1, backend.asked());
        now += MINUTE / 2;
        ask(0);
        assertEquals(2, backend.asked());
    }

    @Test
    void shouldNotKeepFailures() {
        ask(-1);
        ask(-1);
        assertEquals(2, backend.asked());
    }

    @Test
    void shouldKeepNoMoreThanItMay() {
        for (long key = 1; key <= 50; key++) {
            ask(key);
        }
        for (long key = 1; key <= 50; key++) {
            ask(key);
        }
        assertEquals(98, backend.asked(), 2);
    }

    @Test
    void shouldForgetWhenAnUpdateWritesWhatTheLookupReads() {
        ask(7);
        update("move");
        ask(7);
        assertEquals(2, backend.asked());
        update("rename");
        assertEquals(List.of("updated 2"), ask(7));
    }

    @Test
    void shouldNotAnswerALookupBehindAnUpdateFromBeforeIt() {
        ask(7);
        lookup(7);
        lane.request(RequestKind.UPDATE, "rename", 1L);
        lookup(7);
        assertEquals(List.of("updated 0", "updated 1", "updated 1"), work());
    }

    @Test
    void shouldNotKeepWhatWasAskedBeforeAnUpdateAndAnsweredBehindIt() {
        backend.answers = false;
        lookup(7);
        gateway.doWork(++now);
        lane.request(RequestKind.UPDATE, "rename", 1L);
        gateway.doWork(++now);
        backend.answers = true;
        assertEquals(List.of("updated 0", "updated 1"), work());
        assertEquals(List.of("updated 1"), ask(7));
    }

    /** After a crash the cache is empty: what is not written then is asked again, and must not see the update. */
    @Test
    void shouldHoldBackAnUpdateUntilTheResultThatCameFromTheCacheIsWritten() {
        ask(7);
        backend.answers = false;
        lane.request(RequestKind.LOOKUP, "address", 1L);
        lookup(7);
        lane.request(RequestKind.UPDATE, "rename", 1L);
        workIdly();
        assertEquals(List.of("address"), underWay());
        backend.answers = true;
        gateway.doWork(++now);
        backend.answers = false;
        workIdly();
        assertEquals(List.of("rename"), underWay());
        backend.answers = true;
        assertEquals(List.of("updated 1"), work());
    }

    @Test
    void shouldKeepTheRowsThatAnUpdateDoesNotTouch() {
        final Operation read = customer.byRow("customer", 0);
        final Operation update = rename.byRow("customer", 1);
        assertTrue(keeps(caches, read));
        caches.written(update, Arguments.of("new", 9L));
        assertTrue(caches.answer(item(3), read, Arguments.of(8L)));
        caches.written(update, Arguments.of("new", 8L));
        assertFalse(caches.answer(item(4), read, Arguments.of(8L)));
        assertTrue(keeps(caches, read));
        caches.written(rename, Arguments.of(7L));
        assertFalse(caches.answer(item(5), read, Arguments.of(8L)));
    }

    @Test
    void shouldKeepNothingOfOtherOperations() {
        final Caches none = new LookupCaches(Map.of(), () -> now);
        final Operation query = TestOperation.query("customer", backend, "customer");
        assertFalse(keeps(none, customer));
        assertFalse(keeps(caches, query));
        assertTrue(keeps(caches, customer));
        none.written(TestOperation.update("rename", backend, "customer"), Arguments.of(8L));
    }

    private static boolean keeps(Caches caches, Operation operation) {
        final Arguments key = Arguments.of(8L);
        final Item first = item(1);
        caches.answer(first, operation, key);
        first.answer(Outcome.NOT_FOUND);
        return caches.answer(item(2), operation, key);
    }

    private static Item item(long index) {
        return new Item(new RequestRef(index, 0, 0, "customer"), 0, 0, Deadline.NONE, false);
    }

    private List<String> ask(long... keys) {
        for (final long key : keys) {
            lookup(key);
        }
        return work();
    }

    private void lookup(long key) {
        lane.request(RequestKind.LOOKUP, "customer", key);
    }

    private void update(String name) {
        lane.request(RequestKind.UPDATE, name, 1L);
        work();
    }

    private void workIdly() {
        for (int i = 0; i < 5; i++) {
            gateway.doWork(++now);
        }
    }

    private List<String> underWay() {
        return backend.underWay.stream()
                .flatMap(call -> call.questions().stream())
                .map(question -> question.operation().name())
                .toList();
    }

    /** Works until nothing is left; what came out meanwhile. */
    private List<String> work() {
        final int before = lane.answered();
        while (lane.answered() < lane.asked()) {
            gateway.doWork(++now);
        }
        return lane.results().stream().skip(before).map(CacheTest::text).toList();
    }

    private static String text(ResultFrame result) {
        final Collected collected = new Collected();
        result.deliver(collected);
        return collected.lines.get(0).replaceFirst("^.*?: ", "");
    }
}
