package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestRef;
import dev.sluice.internal.queue.scan.DocumentScan.ResultScan;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.MessageWriter;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The history of a result is Chronicle's: one hop, and three times. When the request was asked is in the result. */
class ResultTimesTest extends OverQueues {

    /** A time of day, in 2026. */
    private static final long CALLED = 1_795_000_000_000_000_000L;

    private final long before = System.currentTimeMillis() * 1_000_000L;

    @Test
    void shouldSayWhenARequestWasWrittenReadAskedAndAnswered() {
        final InputWriter writer = keep(queues.newWriter());
        final long request = TestQueues.update(writer, "one");
        try (GatewayLock lock = queues.lease();
                OutputWriter results = queues.resultWriter(lock, Optional.empty())) {
            TestQueues.writeUpdated(
                    results, new MessageWriter(), new RequestRef(request, writer.writer(), 1, "one"), CALLED, 2);
        }
        final ResultScan scan = keep(queues.scanResults());
        assertTrue(scan.next());
        assertEquals(request, scan.historyIndex());
        assertEquals(CALLED, scan.requestWrittenNanos());
        assertEquals(CALLED + 1, scan.requestReadNanos());
        assertEquals(CALLED + 2, scan.frame().begunNanos());
        assertEquals(CALLED + 3, scan.frame().endedNanos());
        assertTrue(scan.writtenNanos() >= before);
    }
}
