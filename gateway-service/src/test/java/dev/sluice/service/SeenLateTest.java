package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.RequestKind;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.Notes;
import dev.sluice.service.core.Precautions;
import dev.sluice.service.core.ResultSink;
import dev.sluice.service.core.TestOperation;
import dev.sluice.service.core.plan.Caches;
import dev.sluice.service.memory.InMemoryLane;
import dev.sluice.testing.memory.MemoryHooks;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A transport whose readers see results after they were written, and which has to show at each turn that it lives. */
class SeenLateTest {

    private static final int CHUNK = 2;

    private final InMemoryLane lane = new InMemoryLane();
    private final Late late = new Late();
    private final ResultSink sink = lane.hooks(late).sink();
    private final AnsweringBackend backend = new AnsweringBackend();
    private int turns;

    /** Shows results when the test says so, and counts the turns. */
    private final class Late implements MemoryHooks {

        private int written;
        private int shown;
        private RuntimeException failure;

        void show() {
            shown = written;
        }

        @Override
        public void turn() {
            turns++;
        }

        @Override
        public void write(int results) {
            written = results + 1;
        }

        @Override
        public int visible(int all) {
            if (failure != null) {
                throw failure;
            }
            return shown;
        }
    }

    /** Notes of a run that ended with requests in hand. */
    private static Notes endedWith(long taken) {
        final Map<Notes.Note, Long> noted = new EnumMap<>(Notes.Note.class);
        noted.put(Notes.Note.TAKEN, taken);
        return new Notes() {
            @Override
            public long get(Note note) {
                return noted.getOrDefault(note, NONE);
            }

            @Override
            public void set(Note note, long number) {
                noted.put(note, number);
            }
        };
    }

    @Test
    void shouldNotBeFinishedBeforeReadersSeeAllResults() {
        final Gateway gateway = gateway(3, Precautions.none());
        work(gateway);
        assertEquals(0, gateway.inHand());
        assertFalse(gateway.finished());
        late.show();
        work(gateway);
        assertTrue(gateway.finished());
    }

    /** A backend would forget too early what it keeps for a result. */
    @Test
    void shouldTellBackendsOfNoResultThatNobodySees() {
        final Gateway gateway = gateway(3, Precautions.none());
        work(gateway);
        assertEquals(2, sink.durableIndex());
        assertEquals(List.of(), backend.durable);
        late.show();
        work(gateway);
        assertEquals(List.of(2L), backend.durable);
    }

    /** A process that ends again and again would take the one before it along each time, and never say which is to blame. */
    @Test
    void shouldTakeTheNextRequestAfterAnEndOnlyWhenTheResultOfTheOneBeforeIsSeen() {
        final Gateway gateway = gateway(
                3,
                new Precautions(
                        endedWith(2), 2, Precautions.FEW, Notes.NONE, Precautions.Decided.NONE, false, Long::toString));
        work(gateway);
        assertEquals(List.of(0L), asked());
        late.show();
        work(gateway);
        assertEquals(List.of(0L, 1L), asked());
    }

    @Test
    void shouldEndWhenAResultThatWasTakenWillNeverBeSeen() {
        final Gateway gateway = gateway(1, Precautions.none());
        work(gateway);
        late.failure = new QueueException("fenced", new IllegalStateException());
        assertSame(late.failure, assertThrows(QueueException.class, () -> gateway.doWork(1)));
    }

    @Test
    void shouldGiveTheSourceEachTurnWhenTheWindowIsFull() {
        final Gateway gateway = gateway(100, Precautions.none());
        backend.answers = false;
        work(gateway);
        final int inHand = gateway.inHand();
        final int before = turns;
        for (int i = 0; i < 10; i++) {
            gateway.doWork(1);
        }
        assertEquals(before + 10, turns);
        assertEquals(inHand, gateway.inHand());
        assertTrue(inHand < 100, () -> inHand + " in hand");
    }

    /** Which requests were asked. */
    private List<Long> asked() {
        return backend.started.stream()
                .flatMap(call -> call.questions().stream())
                .map(question -> question.index())
                .toList();
    }

    private static void work(Gateway gateway) {
        while (gateway.doWork(1) > 0) {
            // there is more to do
        }
    }

    private Gateway gateway(int requests, Precautions precautions) {
        final TestOperation customer = TestOperation.lookup("customer", backend, "customer");
        for (long key = 0; key < requests; key++) {
            lane.request(RequestKind.LOOKUP, "customer", key);
        }
        return new Gateway(
                new GatewaySettings("gw", CHUNK, 0),
                lane.source(),
                sink,
                request -> customer,
                Caches.NONE,
                List.of(backend),
                new GatewayCounts(List.of()),
                precautions,
                () -> 0);
    }
}
