package dev.sluice.testing;

import dev.sluice.service.Gateway;
import dev.sluice.service.GatewaySettings;
import dev.sluice.service.IdleStrategy;
import dev.sluice.service.QueueSink;
import dev.sluice.service.QueueSource;
import dev.sluice.transport.Lane;
import dev.sluice.transport.LastAnswered;
import dev.sluice.transport.Lease;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A gateway without real backends; the test's stubs answer. */
final class StubGateway implements TestGateway {

    private static final int CHUNK = 100;

    private final Answers answers;
    private final Lease lock;
    private final QueueSource source;
    private final QueueSink sink;
    private final Gateway gateway;
    private final ServiceThread thread;
    private volatile boolean stopping;

    private StubGateway(Lane queues, Answers answers) {
        this.answers = answers;
        final Optional<LastAnswered> last = queues.lastAnswered();
        lock = queues.lease();
        source = new QueueSource(queues, queues.unansweredRequests(last));
        sink = new QueueSink(queues.resultWriter(lock, last), last);
        gateway = new Gateway(
                new GatewaySettings("test", CHUNK, 0),
                source,
                sink,
                answers,
                List.of(answers.backend()),
                StubGateway::wallClockNanos);
        thread = ServiceThread.start(this::run);
    }

    /** Starts a gateway over queues; the caller closes the queues after the gateway. */
    static StubGateway start(Lane queues, Answers answers) {
        return new StubGateway(queues, answers);
    }

    private void run() {
        final IdleStrategy idle = IdleStrategy.balanced();
        while (!stopping) {
            idle.idle(gateway.doWork(System.nanoTime()));
        }
    }

    private static long wallClockNanos() {
        final Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    @Override
    public long answered() {
        return gateway.counts().written();
    }

    @Override
    public void awayAfter(long count) {
        answers.backend().awayAfter(count);
    }

    @Override
    public void back() {
        answers.backend().awayAfter(Long.MAX_VALUE);
    }

    @Override
    public void close() {
        stopping = true;
        try (lock;
                source;
                sink) {
            thread.awaitEnd();
        }
    }
}
