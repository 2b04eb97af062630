package dev.sluice.internal.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.RequestRef;
import dev.sluice.internal.queue.ResultLog.LastAnswered;
import dev.sluice.internal.queue.document.DocumentAppender;
import dev.sluice.internal.queue.document.Documents;
import dev.sluice.internal.queue.scan.DocumentScan.ResultScan;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The times of results, of those too that were written before they said when their requests were asked. */
class ResultTimesTest {

    @TempDir
    private Path directory;

    private final long before = System.currentTimeMillis() * 1_000_000L;

    @Test
    void shouldReadResultsThatDoNotSayWhenTheyWereAskedAndGoOnBehindThem() {
        try (QueuePair queues = QueuePair.open(directory, TestQueues.SMALL);
                RequestWriter writer = queues.newWriter()) {
            final long first = TestQueues.update(writer, "one");
            final long second = TestQueues.update(writer, "two");
            final long third = TestQueues.update(writer, "three");
            writeOld(queues, writer.writer(), first);
            final LastAnswered last = queues.lastAnswered().orElseThrow();
            assertEquals(first, last.requestIndex());
            try (GatewayLock lock = queues.lockForGateway();
                    ResultWriter results = queues.resultWriter(lock, Optional.of(last))) {
                TestQueues.writeUpdated(
                        results, new Encoder(), new RequestRef(second, writer.writer(), 2, "two"), 21, 2);
            }
            assertEquals(1, TestQueues.answerAll(queues));
            assertEquals(third, queues.lastAnswered().orElseThrow().requestIndex());
            try (ResultReader reader = queues.resultsFromStart()) {
                assertEquals(3, reader.poll((index, result) -> {}, 10));
            }
            checkTimes(queues);
        }
    }

    private void checkTimes(QueuePair queues) {
        try (ResultScan scan = queues.scanResults()) {
            assertTrue(scan.next());
            assertFalse(scan.saysCall());
            assertEquals(11, scan.requestWrittenNanos());
            assertEquals(12, scan.requestReadNanos());
            assertEquals(0, scan.callBegunNanos());
            assertEquals(0, scan.callEndedNanos());
            assertTrue(scan.writtenNanos() >= before);
            assertTrue(scan.next());
            assertTrue(scan.saysCall());
            assertEquals(21, scan.requestWrittenNanos());
            assertEquals(22, scan.requestReadNanos());
            assertEquals(23, scan.callBegunNanos());
            assertEquals(24, scan.callEndedNanos());
            assertTrue(scan.writtenNanos() >= before);
        }
    }

    /** A result as the first gateways wrote it: its history has three times. */
    private static void writeOld(QueuePair queues, long writer, long request) {
        try (GatewayLock gateway = queues.lockForGateway();
                DocumentAppender appender = queues.output().appender(0)) {
            assertTrue(gateway.isHeld());
            final Encoder encoder = ResultFrame.begin(new Encoder(), 1, 1, new RequestRef(request, writer, 1, "one"));
            ResultFrame.updated(encoder, 1);
            ResultFrame.end(encoder, ResultKind.UPDATED);
            appender.history().reset();
            appender.history().addSource(Documents.INPUT, request);
            appender.history().addTiming(11);
            appender.history().addTiming(12);
            appender.write(ResultKind.UPDATED.event(), encoder);
        }
    }
}
