package dev.sluice.client.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.client.ClientOverQueues;
import dev.sluice.internal.queue.TestQueues;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A request that the gateway could not read has no result that names it. */
class PipelineGapTest extends ClientOverQueues {

    @Test
    void shouldFailTheItemAloneWhoseRequestWasPassedOver() {
        final List<ItemFailure> failures = new ArrayList<>();
        final List<Long> handled = new ArrayList<>();
        Pipeline.over(client)
                .withAhead(Pipeline.EVERYTHING)
                .withFailures(failures::add)
                .run(
                        List.of(1L, 2L, 3L, 4L),
                        (item, ask) -> {
                            ask.executeUpdate("u", item);
                            if (item == 4) {
                                TestQueues.answer(queues, 100, request -> request.sequence() != 3);
                            }
                        },
                        (item, answers) -> {
                            assertEquals(item, answers.count(0));
                            handled.add(item);
                        });
        assertEquals(List.of(1L, 2L, 4L), handled);
        assertEquals(List.of(3L), failures.stream().map(ItemFailure::number).toList());
        final String message = failures.get(0).cause().getMessage();
        assertTrue(message.startsWith("there is no result for request 3 of this client"), message);
    }
}
