package dev.sluice.service;

import dev.sluice.api.QueueOptions;
import dev.sluice.client.GatewayClient;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.GatewayCounts;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** A gateway on a thread of its own, as {@code sluice run} would have it. */
final class RunningGateway implements AutoCloseable {

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

    static RunningGateway start(String yaml) {
        return start(GatewayConfig.parse(yaml, Path.of(""), name -> null));
    }

    static RunningGateway start(GatewayConfig config) {
        return new RunningGateway(GatewayProgram.open(config));
    }

    static GatewayClient client(Path queues) {
        return GatewayClient.builder(queues)
                .options(QueueOptions.DEFAULTS.withDiskReserve(1 << 20))
                .open();
    }

    GatewayCounts counts() {
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

    boolean alive() {
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
