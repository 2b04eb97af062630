package dev.sluice.service;

import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.internal.queue.QueuePair;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.GatewayCounts;
import dev.sluice.service.update.Accepted;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** A gateway on a thread of its own, as {@code sluice run} would have it. */
public final class RunningGateway implements AutoCloseable {

    private final GatewayProgram program;
    private final Thread thread;
    private volatile Throwable failure;

    private RunningGateway(GatewayProgram opened) {
        program = opened;
        thread = new Thread(
                () -> {
                    try {
                        program.run();
                    } catch (final Throwable e) {
                        failure = e;
                    }
                },
                "service");
        thread.start();
    }

    public static RunningGateway start(String yaml) {
        return start(GatewayConfig.parse(yaml, Path.of(""), name -> null));
    }

    public static RunningGateway start(GatewayConfig config) {
        return start(config, Accepted.NOTHING);
    }

    public static RunningGateway start(GatewayConfig config, Accepted accepted) {
        return new RunningGateway(GatewayProgram.open(config, accepted));
    }

    /** Runs a gateway until nothing waits in its queues, or it ends by itself. */
    public static void answerAll(GatewayConfig config, Accepted accepted) {
        try (QueuePair queues = QueuePair.open(config.queues().path(), QueueOptions.DEFAULTS.withDiskReserve(1 << 20));
                RunningGateway gateway = start(config, accepted)) {
            gateway.awaitNothingWaits(queues);
        }
    }

    public static void answerAll(GatewayConfig config) {
        answerAll(config, Accepted.NOTHING);
    }

    /** Waits until nothing waits in its queues, or it has ended by itself. */
    public void awaitNothingWaits(QueuePair queues) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> !alive() || queues.backlog().waiting() == 0);
    }

    public static GatewayClient client(Path queues) {
        return GatewayClient.builder(queues)
                .options(QueueOptions.DEFAULTS.withDiskReserve(1 << 20))
                .open();
    }

    public GatewayCounts counts() {
        return program.counts().get(0);
    }

    /** Returns the counts of each lane. */
    List<GatewayCounts> allCounts() {
        return program.counts();
    }

    /** Where health and metrics are. */
    URI health() {
        return program.health().orElseThrow();
    }

    public boolean alive() {
        return thread.isAlive();
    }

    @Override
    public void close() {
        program.stop();
        try {
            thread.join();
        } catch (final InterruptedException e) {
            throw new AssertionError("interrupted while the service thread stops", e);
        }
        program.close();
        if (failure != null) {
            throw new AssertionError("the service thread failed", failure);
        }
    }
}
