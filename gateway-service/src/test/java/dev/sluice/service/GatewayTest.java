package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.FailureKind;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.ResultKind;
import dev.sluice.service.core.BackendState;
import dev.sluice.service.core.RefusedException;
import dev.sluice.service.core.TestOperation;
import dev.sluice.service.memory.InMemoryLane;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GatewayTest {

    private final InMemoryLane lane = new InMemoryLane();
    private final AnsweringBackend backend = new AnsweringBackend();
    private final AnsweringBackend dead = new AnsweringBackend();
    private final TestOperation customer = TestOperation.lookup("customer", backend, "customer");
    private final TestOperation stock = TestOperation.lookup("stock", dead, "stock");
    private long now = 1_000_000;

    @Test
    void shouldDrainWhatIsThereWithoutWaitingForMore() {
        final Gateway gateway = gateway(10, 0, 1);
        ask(3);
        gateway.doWork(now);
        assertEquals(List.of(3), backend.sizes());
    }

    @Test
    void shouldCutWhatIsThereAtTheChunkLimit() {
        final Gateway gateway = gateway(10, 0, 1);
        ask(25);
        workUntilIdle(gateway);
        assertEquals(List.of(10, 10, 5), backend.sizes());
        assertEquals(25, lane.answered());
        assertEquals(3, gateway.counts().chunkSizes().count());
        assertEquals(10, gateway.counts().largestChunk());
        assertEquals(25, gateway.counts().read());
        assertEquals(2, gateway.counts().chunkSizes().count(4));
        assertEquals(1, gateway.counts().chunkSizes().count(3));
    }

    @Test
    void shouldGoOnWithOtherBackendsUntilTheWindowIsFullAndSayWhichOneHoldsTheLine() {
        final Gateway gateway = gateway(10, 0, 1);
        dead.away = true;
        lane.request(RequestKind.LOOKUP, "stock", 1L);
        ask(50);
        try (CapturedLog log = new CapturedLog()) {
            for (int i = 0; i < 100; i++) {
                now++;
                gateway.doWork(now);
            }
            assertEquals(
                    1,
                    log.count("answering holds the line: request 0:0 waits for it, and the"
                            + " results of 29 later requests"),
                    log.lines()::toString);
        }
        assertEquals(List.of(9, 10, 10), backend.sizes(), "three chunks, as large as ever");
        assertEquals(0, lane.answered());
        final BackendState state = gateway.counts().backends().get(1);
        assertEquals(BackendState.Condition.AWAY, state.condition());
        dead.away = false;
        now++;
        while (!gateway.finished() || lane.answered() < 51) {
            now++;
            gateway.doWork(now);
        }
        assertEquals(List.of(9, 10, 10, 10, 10, 1), backend.sizes());
        assertEquals(51, lane.answered());
    }

    @Test
    void shouldFailARequestWithADeadlineThatNobodyCanRead() {
        lane.request(Map.of("deadline", "soon"), RequestKind.LOOKUP, "customer", 1L);
        lane.request(Map.of("deadline", "0"), RequestKind.LOOKUP, "customer", 2L);
        workUntilIdle(gateway(10, 0, 1));
        final List<String> told =
                lane.results().stream().map(result -> result.kind().toString()).toList();
        assertEquals(List.of("FAILED", "FAILED"), told);
        assertEquals(List.of(), backend.sizes());
    }

    @Test
    void shouldSayThatThereIsNothingToDo() {
        final Gateway gateway = gateway(10, 0, 1);
        assertEquals(0, gateway.doWork(now));
        ask(1);
        assertTrue(gateway.doWork(now) > 0);
        workUntilIdle(gateway);
        assertEquals(0, gateway.doWork(now));
    }

    @Test
    void shouldWaitForMoreAsLongAsItLingers() {
        final Gateway gateway = gateway(10, 100, 1);
        ask(3);
        gateway.doWork(now);
        now += 60;
        ask(2);
        gateway.doWork(now);
        assertEquals(List.of(), backend.sizes());
        now += 39;
        gateway.doWork(now);
        assertEquals(List.of(), backend.sizes());
        now += 1;
        gateway.doWork(now);
        assertEquals(List.of(5), backend.sizes(), "the wait counts from the first request of the chunk");
    }

    @Test
    void shouldLingerAgainWithTheNextChunk() {
        final Gateway gateway = gateway(10, 100, 1);
        ask(1);
        gateway.doWork(now);
        now += 100;
        workUntilIdle(gateway);
        now += 1_000;
        ask(1);
        gateway.doWork(now);
        assertEquals(List.of(1), backend.sizes());
        now += 100;
        gateway.doWork(now);
        assertEquals(List.of(1, 1), backend.sizes());
    }

    @Test
    void shouldNotLingerWhenTheChunkIsFull() {
        final Gateway gateway = gateway(3, 100, 1);
        ask(3);
        gateway.doWork(now);
        assertEquals(List.of(3), backend.sizes());
    }

    @Test
    void shouldFinishWhatIsInHandWhenItStopsReading() {
        final Gateway gateway = gateway(10, 1_000_000, 1);
        ask(4);
        gateway.doWork(now);
        gateway.stopReading();
        ask(2);
        assertFalse(gateway.finished());
        workUntilIdle(gateway);
        assertTrue(gateway.finished());
        assertEquals(4, lane.answered());
    }

    @Test
    void shouldHoldNoMoreThanAChunkForEachCallOfEachBackendAndOneMore() {
        final Gateway gateway = gateway(10, 0, 4);
        backend.answers = false;
        ask(1_000);
        workUntilIdle(gateway);
        assertTrue(gateway.inHand() >= 50 && gateway.inHand() <= 60, () -> gateway.inHand() + " in hand");
        backend.answers = true;
        workUntilIdle(gateway);
        assertEquals(1_000, lane.answered());
    }

    @Test
    void shouldAnswerWhatCannotBeAskedInItsPlace() {
        final Gateway gateway = gateway(10, 0, 1);
        ask(1);
        lane.request(RequestKind.LOOKUP, "unknown", 1L);
        lane.append(new byte[] {9, 9});
        lane.request(RequestKind.LOOKUP, "broken", 1L);
        ask(1);
        try (CapturedLog log = new CapturedLog()) {
            workUntilIdle(gateway);
            assertTrue(log.lines().get(0).contains("broken"), log.lines()::toString);
        }
        assertEquals(
                List.of(
                        ResultKind.UPDATED,
                        ResultKind.FAILED,
                        ResultKind.FAILED,
                        ResultKind.FAILED,
                        ResultKind.UPDATED),
                lane.results().stream().map(result -> result.kind()).toList());
        assertEquals(List.of(2), backend.sizes());
    }

    @Test
    void shouldGoOnBehindTheLastResultWhenItStartsAgain() {
        ask(5);
        workUntilIdle(gateway(10, 0, 1));
        ask(2);
        workUntilIdle(gateway(10, 0, 1));
        assertEquals(7, lane.answered());
        assertEquals(7, lane.results().get(6).sequence());
    }

    @Test
    void shouldRefuseSettingsThatCannotWork() {
        assertThrows(IllegalArgumentException.class, () -> new GatewaySettings("gw", 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new GatewaySettings("gw", 1, -1));
    }

    private Gateway gateway(int chunkLimit, long lingerNanos, int callsInFlight) {
        backend.callsInFlight = callsInFlight;
        return new Gateway(
                new GatewaySettings("gw", chunkLimit, lingerNanos),
                lane.source(),
                lane.sink(),
                request -> {
                    if (request.name().equals("broken")) {
                        throw new IllegalStateException("broken");
                    }
                    if (request.name().equals("stock")) {
                        return stock;
                    }
                    if (!request.name().equals("customer")) {
                        throw new RefusedException(FailureKind.INVALID, "unknown lookup '" + request.name() + "'");
                    }
                    return customer;
                },
                List.of(backend, dead),
                () -> now);
    }

    private void ask(int requests) {
        for (int i = 0; i < requests; i++) {
            lane.request(RequestKind.LOOKUP, "customer", (long) lane.asked());
        }
    }

    private void workUntilIdle(Gateway gateway) {
        while (gateway.doWork(now) > 0) {
            // there is more to do
        }
    }
}
