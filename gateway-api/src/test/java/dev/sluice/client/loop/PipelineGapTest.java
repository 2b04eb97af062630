package dev.sluice.client.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.InputReader;
import dev.sluice.internal.queue.OutputWriter;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.TestQueues;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.internal.wire.MessageWriter;
import dev.sluice.internal.wire.RequestFrame;
import dev.sluice.internal.wire.RequestFrame.RequestReceiver;
import dev.sluice.internal.wire.ResultFrame;
import dev.sluice.internal.wire.ResultKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A request that the gateway could not read has no result that names it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PipelineGapTest {

    @TempDir
    Path directory;

    @Test
    void shouldFailTheItemAloneWhoseRequestWasPassedOver() {
        final List<ItemFailure> failures = new ArrayList<>();
        final List<Long> handled = new ArrayList<>();
        try (QueuePair queues = QueuePair.open(directory, TestQueues.SMALL);
                GatewayClient client = GatewayClient.builder(directory)
                        .options(TestQueues.SMALL)
                        .open()) {
            Pipeline.over(client)
                    .withAhead(Pipeline.EVERYTHING)
                    .withFailures(failures::add)
                    .run(
                            List.of(1L, 2L, 3L, 4L),
                            (item, ask) -> {
                                ask.executeUpdate("u", item);
                                if (item == 4) {
                                    answerAllBut(3, queues);
                                }
                            },
                            (item, answers) -> {
                                assertEquals(item, answers.count(0));
                                handled.add(item);
                            });
        }
        assertEquals(List.of(1L, 2L, 4L), handled);
        assertEquals(List.of(3L), failures.stream().map(ItemFailure::number).toList());
        final String message = failures.get(0).cause().getMessage();
        assertTrue(message.startsWith("there is no result for request 3 of this client"), message);
    }

    /** Each update's result is its number, except for one, which has none. */
    private static void answerAllBut(long left, QueuePair queues) {
        final MessageWriter message = new MessageWriter();
        try (GatewayLock lock = queues.lease();
                InputReader reader = queues.unansweredRequests(queues.lastAnswered());
                OutputWriter writer = queues.resultWriter(lock, queues.lastAnswered())) {
            reader.poll(
                    new RequestReceiver() {
                        @Override
                        public void request(long index, long writtenNanos, RequestFrame request) {
                            if (request.sequence() != left) {
                                ResultFrame.begin(message, ResultKind.UPDATED, (request.ref(index)).name());
                                ResultFrame.updated(message, request.sequence());
                                ResultFrame.end(
                                        message, writer.id(), writer.nextSequence(), request.ref(index), 0, 0, 0);
                                writer.write(index, writtenNanos, writtenNanos + 1, message);
                            }
                        }

                        @Override
                        public void undecodable(long index, long writtenNanos, String why) {
                            throw new AssertionError(why);
                        }
                    },
                    100);
        }
    }
}
