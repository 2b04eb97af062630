package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.api.RequestKind;
import dev.sluice.service.core.Call;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.TestOperation;
import dev.sluice.service.memory.InMemoryLane;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Read a row, change it, next: how many calls and runs of updates that takes. */
class ReadThenUpdateTest {

    private static final int PAIRS = 1_000;

    @ParameterizedTest
    @CsvSource({"true, 2000, 1, 1", "true, 100, 20, 20", "false, 2000, 1, 1000", "false, 100, 20, 1000"})
    void shouldCommitOncePerChunkWhenResultsGoWithTheUpdates(boolean keepsReads, int chunk, int reads, int runs) {
        final AnsweringBackend backend = new AnsweringBackend(
                question -> question.operation().update() ? new Outcome.Updated(1) : Outcome.NOT_FOUND);
        backend.keepsReads = keepsReads;
        final TestOperation read = TestOperation.lookup("read", backend, "t").byRow("t", 0);
        final TestOperation change =
                TestOperation.update("change", backend, "t").byRow("t", 0);
        final Map<String, Operation> operations = Map.of("read", read, "change", change);
        final InMemoryLane lane = new InMemoryLane();
        for (long row = 0; row < PAIRS; row++) {
            lane.request(RequestKind.LOOKUP, "read", row);
            lane.request(RequestKind.UPDATE, "change", row);
        }
        final Gateway gateway = new Gateway(
                new GatewaySettings("test", chunk, 0),
                lane.source(),
                lane.sink(),
                request -> operations.get(request.name()),
                List.of(backend),
                () -> 1);
        for (long turn = 1; lane.answered() < 2 * PAIRS && turn < 100_000; turn++) {
            gateway.doWork(turn);
        }
        assertEquals(2 * PAIRS, lane.answered());
        final long updates = backend.started.stream().filter(Call::update).count();
        assertEquals(reads, backend.started.size() - updates, "calls that read");
        assertEquals(runs, updates, "runs of updates");
    }
}
