package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.api.Failure;
import dev.sluice.api.FailureKind;
import dev.sluice.api.QueueException;
import dev.sluice.api.QueueOptions;
import dev.sluice.api.RequestRef;
import dev.sluice.internal.queue.OutputReader;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.EncodedRows;
import dev.sluice.internal.wire.Encoder;
import dev.sluice.internal.wire.KnownColumns;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.service.core.Deadline;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.ResultSink;
import dev.sluice.service.core.ResultSinkContract;
import java.math.BigDecimal;
import java.math.BigInteger;
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
        final GatewayLock lock = queues.lease();
        final ResultSink sink = new QueueSink(queues.resultWriter(lock, Optional.empty()), Optional.empty());
        return new Output() {
            @Override
            public ResultSink sink() {
                return sink;
            }

            @Override
            public List<ResultFrame> results() {
                final List<ResultFrame> results = new ArrayList<>();
                try (OutputReader reader = queues.resultsFromStart()) {
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

    /** No text of that decimal can be read again. */
    @Test
    void shouldFailTheRequestWhoseResultHasNoFormOnTheQueue() {
        final Encoder values = new Encoder().value(new BigDecimal(BigInteger.TEN, Integer.MIN_VALUE));
        final EncodedRows rows = new EncodedRows(KnownColumns.encode(List.of("n")), 1, values.toBytes());
        try (Output output = newOutput()) {
            final RequestRef ref = new RequestRef(1, 3, 1, "customer");
            final Item item = new Item(ref, 5, 6, Deadline.NONE, false);
            item.answer(new Outcome.Found(rows));
            output.sink().write(item);
            final ResultFrame result = output.results().get(0);
            assertEquals(ref, result.request());
            final Failure failure = ((ResultFrame.Failed) result.body()).failure();
            assertEquals(FailureKind.TOO_LARGE, failure.kind());
            assertEquals(
                    "The result of 'customer' cannot be written: a decimal with an exponent above 2147483647",
                    failure.message());
        }
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
