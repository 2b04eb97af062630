package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.ResultReader;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.core.ResultSink;
import dev.sluice.service.core.ResultSinkContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of every sink, over a real queue. */
class QueueSinkTest implements ResultSinkContract {

    @TempDir
    private Path directory;

    @Override
    public Output newOutput() {
        final QueuePair queues = QueuePair.open(directory, QueueOptions.DEFAULTS.withDiskReserve(0));
        final GatewayLock lock = queues.lockForGateway();
        final ResultSink sink = new QueueSink(queues.resultWriter(lock, Optional.empty()), Optional.empty());
        return new Output() {
            @Override
            public ResultSink sink() {
                return sink;
            }

            @Override
            public List<ResultFrame> results() {
                final List<ResultFrame> results = new ArrayList<>();
                try (ResultReader reader = queues.resultsFromStart()) {
                    reader.poll((index, result) -> results.add(result), Integer.MAX_VALUE);
                }
                return results;
            }

            @Override
            public void close() {
                sink.close();
                lock.close();
                queues.close();
            }
        };
    }

    /** What the system could not write it may have dropped: no later sync makes that good. */
    @Test
    void shouldNotTellWhatIsOnDiskWhenASyncFailed() {
        try (QueueSink.BackgroundSync sync = new QueueSink.BackgroundSync()) {
            sync.start(() -> {}, 7);
            Awaitility.await().until(() -> !sync.busy());
            assertEquals(7, sync.durableIndex());
            sync.start(
                    () -> {
                        throw new IllegalStateException("no space left on device");
                    },
                    8);
            Awaitility.await().until(() -> !sync.busy());
            final var e = assertThrows(QueueException.class, sync::durableIndex);
            assertEquals("results cannot be brought to disk: no space left on device", e.getMessage());
            assertThrows(QueueException.class, sync::durableIndex, "again");
        }
    }
}
