package dev.sluice.faults.corruption;

import dev.sluice.internal.queue.QueuePair;
import dev.sluice.internal.queue.state.GatewayLock;
import dev.sluice.service.Gateway;
import dev.sluice.service.GatewaySettings;
import dev.sluice.service.QueueSink;
import dev.sluice.service.QueueSource;
import dev.sluice.transport.LastAnswered;
import java.util.List;
import java.util.Optional;

/** A gateway over real queues, from its start until there is nothing to do. */
final class Drain {

    /** So often nothing must be found before nothing is there. */
    private static final int IDLE_TURNS = 20;

    static final int CHUNK = 50;

    private Drain() {}

    /** Answers what there is. */
    static void answerAll(QueuePair queues) {
        answer(queues, Integer.MAX_VALUE);
    }

    /** Answers the next requests, at most so many: a multiple of {@link #CHUNK}. */
    static void answer(QueuePair queues, int limit) {
        final Optional<LastAnswered> last = queues.lastAnswered();
        if (limit <= 0) {
            return;
        }
        try (GatewayLock lock = queues.lease();
                QueueSource source = new QueueSource(queues, queues.unansweredRequests(last));
                QueueSink sink = new QueueSink(queues.resultWriter(lock, last), last);
                EchoBackend backend = new EchoBackend()) {
            final Gateway gateway = new Gateway(
                    new GatewaySettings("drain", CHUNK, 0), source, sink, backend, List.of(backend), () -> 1);
            int idle = 0;
            while (idle < IDLE_TURNS && gateway.counts().written() < limit) {
                idle = gateway.doWork(System.nanoTime()) == 0 ? idle + 1 : 0;
                if (gateway.counts().read() == limit) {
                    gateway.stopReading();
                }
            }
        }
    }
}
