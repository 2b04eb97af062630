package dev.sluice.perf.events;

import dev.sluice.perf.events.EventSink.Counts;
import dev.sluice.perf.run.ProcessUse;
import dev.sluice.perf.system.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A sender in a JVM of its own; one that sends through a gateway has that beside it, in another one. */
final class SenderJvm implements AutoCloseable {

    /** The same for all: more than any of them needs. */
    private static final List<String> OPTIONS = List.of("-Xms256m", "-Xmx256m");

    private static final long START_SECONDS = 60;
    private static final long PATIENCE_SECONDS = 600;

    private final Way way;
    private final SinkJvm sink;
    private final ChildJvm job;
    private final Optional<ChildJvm> gateway;
    private boolean ready;

    private SenderJvm(Way way, SinkJvm sink, ChildJvm job, Optional<ChildJvm> gateway) {
        this.way = way;
        this.sink = sink;
        this.job = job;
        this.gateway = gateway;
    }

    /** Starts it; it is ready a little later. */
    static SenderJvm start(Way way, Path directory, SinkJvm sink, Batching batching) throws IOException {
        final Path own =
                Files.createDirectory(directory.resolve(way.name().toLowerCase(Locale.ROOT) + "-" + batching.limit()));
        final Path queues = own.resolve("queues");
        final ChildJvm job = ChildJvm.start(
                way.name().toLowerCase(Locale.ROOT) + "-job",
                own,
                OPTIONS,
                "",
                SenderProgram.class,
                way.name(),
                sink.url() + "/" + EventsGatewayFile.ENDPOINT,
                queues.toString(),
                String.valueOf(batching.limit()),
                String.valueOf(batching.interval().toMillis()),
                String.valueOf(batching.inFlight()));
        if (!way.throughGateway()) {
            return new SenderJvm(way, sink, job, Optional.empty());
        }
        final Duration linger = way == Way.LINGERING_GATEWAY ? batching.interval() : Duration.ZERO;
        final Path file =
                new EventsGatewayFile(queues, sink.url(), batching.limit(), linger).write(own.resolve("gateway.yaml"));
        final ChildJvm gateway = ChildJvm.start(
                way.name().toLowerCase(Locale.ROOT),
                own,
                OPTIONS,
                "",
                GatewayProgram.class,
                "run",
                "--config",
                file.toString());
        return new SenderJvm(way, sink, job, Optional.of(gateway));
    }

    Way way() {
        return way;
    }

    /**
     * Sends.
     *
     * @throws IllegalStateException if not each event is at the sink
     */
    Delivery send(Load load) throws IOException, InterruptedException {
        if (!ready) {
            job.hear(START_SECONDS);
            ready = true;
        }
        final Counts before = sink.counts();
        final ProcessUse gatewayBefore = gatewayUse();
        job.ask(load.told());
        final Sent sent = Sent.heard(job.hear(PATIENCE_SECONDS));
        final ProcessUse gatewayUse = gatewayUse().since(gatewayBefore);
        final Counts arrived = sink.counts().since(before);
        if (arrived.distinct() != sent.events()) {
            throw new IllegalStateException(way.label() + ": " + sent.events() + " events were sent, and the sink got "
                    + arrived.items() + ", " + arrived.distinct() + " different ones");
        }
        return new Delivery(sent, gatewayUse, arrived);
    }

    private ProcessUse gatewayUse() throws IOException, InterruptedException {
        if (gateway.isEmpty()) {
            return ProcessUse.NONE;
        }
        gateway.get().ask("use");
        return ProcessUse.heard(gateway.get().hear(START_SECONDS));
    }

    @Override
    public void close() {
        job.close();
        gateway.ifPresent(ChildJvm::close);
    }
}
