package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueException;
import dev.sluice.api.RequestKind;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.service.core.Backend;
import dev.sluice.service.core.Backoff;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.Notes;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.Precautions;
import dev.sluice.service.core.RequestSource;
import dev.sluice.service.core.Resilience;
import dev.sluice.service.core.ResultSink;
import dev.sluice.service.core.TestOperation;
import dev.sluice.service.core.plan.Caches;
import dev.sluice.service.memory.InMemoryQueue;
import dev.sluice.service.memory.InMemorySink;
import dev.sluice.service.memory.InMemorySource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A transport whose readers see results after they were written, and which has to show at each turn that it lives. */
class SeenLateTest {

    private static final int CHUNK = 2;

    private final InMemoryQueue input = new InMemoryQueue();
    private final InMemoryQueue output = new InMemoryQueue();
    private final LateSink sink = new LateSink();
    private final RecordingBackend backend = new RecordingBackend();
    private int turns;

    /** Shows results when the test says so. */
    private final class LateSink implements ResultSink {

        private final InMemorySink seen = new InMemorySink(output);
        private final Deque<Item> unseen = new ArrayDeque<>();
        private RuntimeException failure;

        @Override
        public void write(Item item) {
            unseen.add(item);
        }

        void show() {
            unseen.forEach(seen::write);
            unseen.clear();
        }

        @Override
        public void flush() {
            // they are shown later
        }

        @Override
        public long visibleIndex() {
            if (failure != null) {
                throw failure;
            }
            return seen.visibleIndex();
        }

        @Override
        public long durableIndex() {
            return unseen.isEmpty()
                    ? visibleIndex()
                    : unseen.getLast().request().index();
        }

        @Override
        public void startSync() {
            // what is seen is there for good
        }

        @Override
        public void close() {
            // nothing is held open
        }
    }

    /** Answers at once, and keeps what it is told. */
    private static final class RecordingBackend implements Backend {

        private final List<Long> asked = new ArrayList<>();
        private final List<Long> durable = new ArrayList<>();
        private final List<Call> calls = new ArrayList<>();
        private boolean answers = true;

        @Override
        public String name() {
            return "recording";
        }

        @Override
        public int callsInFlight() {
            return 1;
        }

        @Override
        public Resilience resilience() {
            return Resilience.of(new Backoff(1, 1));
        }

        @Override
        public boolean start(Call call) {
            call.questions().forEach(question -> asked.add(question.index()));
            return calls.add(call);
        }

        @Override
        public int poll(Replies replies) {
            final List<Call> over = answers ? List.copyOf(calls) : List.of();
            calls.removeAll(over);
            for (final Call call : over) {
                call.questions().forEach(question -> question.answer(new Outcome.Updated(1)));
                replies.reply(call, new Reply.Done(1));
            }
            return over.size();
        }

        @Override
        public void durable(long index) {
            durable.add(index);
        }

        @Override
        public void close() {
            // nothing is held open
        }
    }

    /** Counts its turns. */
    private final class LivingSource implements RequestSource {

        private final RequestSource source = new InMemorySource(input, 0);

        @Override
        public void turn() {
            turns++;
        }

        @Override
        public int poll(RequestReceiver receiver, int limit) {
            return source.poll(receiver, limit);
        }

        @Override
        public String position(long index) {
            return source.position(index);
        }

        @Override
        public void close() {
            source.close();
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
        sink.show();
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
        sink.show();
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
        assertEquals(List.of(0L), backend.asked);
        sink.show();
        work(gateway);
        assertEquals(List.of(0L, 1L), backend.asked);
    }

    @Test
    void shouldEndWhenAResultThatWasTakenWillNeverBeSeen() {
        final Gateway gateway = gateway(1, Precautions.none());
        work(gateway);
        sink.failure = new QueueException("fenced", new IllegalStateException());
        assertSame(sink.failure, assertThrows(QueueException.class, () -> gateway.doWork(1)));
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

    private static void work(Gateway gateway) {
        while (gateway.doWork(1) > 0) {
            // there is more to do
        }
    }

    private Gateway gateway(int requests, Precautions precautions) {
        final TestOperation customer = TestOperation.lookup("customer", backend, "customer");
        for (long key = 0; key < requests; key++) {
            input.request(RequestKind.LOOKUP, "customer", key);
        }
        return new Gateway(
                new GatewaySettings("gw", CHUNK, 0),
                new LivingSource(),
                sink,
                request -> customer,
                Caches.NONE,
                List.of(backend),
                new GatewayCounts(List.of()),
                precautions,
                () -> 0);
    }
}
