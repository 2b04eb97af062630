package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.api.DiskReserveException;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestKind;
import dev.sluice.client.GatewayClient;
import dev.sluice.service.core.TestOperation;
import dev.sluice.service.memory.InMemoryLane;
import dev.sluice.testing.memory.MemoryHooks;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results that cannot be written, as the disk has reached its reserve: they are held, and nothing more is asked. */
class HeldResultsTest {

    private static final int CHUNK = 10;
    /** Room in the window for what must not be asked. */
    private static final int CALLS_IN_FLIGHT = 4;

    private static final int REQUESTS = 200;
    private static final int TURNS = 20;

    @TempDir
    Path directory;

    private final InMemoryLane lane = new InMemoryLane();
    private final AnsweringBackend backend = new AnsweringBackend();
    private DiskReserveException full;
    /** How many results there is space for. */
    private int space;

    private long now = 1_000_000;

    /** Refuses a result if there is no space left. */
    private void takeSpace() {
        if (space == 0) {
            throw full;
        }
        space--;
    }

    /** A real one: a queue whose reserve no disk has. */
    @BeforeEach
    void meetAFullDisk() {
        backend.callsInFlight = CALLS_IN_FLIGHT;
        lane.hooks(new MemoryHooks() {
            @Override
            public void write(int results) {
                takeSpace();
            }
        });
        final QueueOptions options = QueueOptions.DEFAULTS.withDiskReserve(Long.MAX_VALUE);
        full = assertThrows(DiskReserveException.class, () -> {
            try (GatewayClient client =
                    GatewayClient.builder(directory).options(options).open()) {
                client.requests().lookup("customer", 1L);
            }
        });
    }

    @Test
    void shouldAskNothingMoreAsLongAsResultsCannotBeWritten() {
        final Gateway gateway = gateway();
        space = 3;
        assertThrows(DiskReserveException.class, () -> workUntilFinished(gateway));
        final int asked = backend.asked();
        final int inHand = gateway.inHand();
        assertEquals(3, lane.answered(), "those that there was space for");
        for (int i = 0; i < TURNS; i++) {
            now++;
            assertThrows(DiskReserveException.class, () -> gateway.doWork(now));
        }
        assertEquals(asked, backend.asked());
        assertEquals(inHand, gateway.inHand());
        assertEquals(3, lane.answered());
    }

    @Test
    void shouldWriteEachResultOnceAndInOrderWhenThereIsSpaceAgain() {
        final Gateway gateway = gateway();
        for (space = 3; lane.answered() < REQUESTS; space = 7) {
            try {
                workUntilFinished(gateway);
            } catch (final DiskReserveException e) {
                assertEquals(0, space);
            }
        }
        assertEquals(
                LongStream.range(0, REQUESTS).boxed().toList(),
                lane.results().stream().map(result -> result.request().index()).toList());
        assertEquals(REQUESTS, backend.asked(), "nothing was asked again");
    }

    private void workUntilFinished(Gateway gateway) {
        while (lane.answered() < REQUESTS) {
            now++;
            gateway.doWork(now);
        }
    }

    private Gateway gateway() {
        final TestOperation customer = TestOperation.lookup("customer", backend, "customer");
        for (long key = 0; key < REQUESTS; key++) {
            lane.request(RequestKind.LOOKUP, "customer", key);
        }
        return new Gateway(
                new GatewaySettings("gw", CHUNK, 0),
                lane.source(),
                lane.sink(),
                request -> customer,
                List.of(backend),
                () -> now);
    }
}
