package dev.sluice.perf.events;

import dev.sluice.perf.events.Delivery.Load;
import dev.sluice.perf.events.Delivery.Sent;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.ProcessUse;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.ServerJvm;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Several senders before one sink, each in a JVM of its own, and each waiting while another one sends; one that sends
 * through a gateway has that beside it, in another JVM. One thread.
 */
final class Senders implements AutoCloseable {

    /** Of the JVMs of all: more than any of them needs. */
    private static final List<String> OPTIONS = List.of("-Xms256m", "-Xmx256m");

    private static final long START_SECONDS = 60;
    private static final long PATIENCE_SECONDS = 600;

    private final Path directory;
    private final ServerJvm sink;
    private final int limit;
    private final long intervalMillis;
    private final int inFlight;
    private final Map<Way, Sender> senders = new EnumMap<>(Way.class);

    private record Sender(ChildJvm job, Optional<HostedGateways> gateway) {

        ProcessUse gatewayUse() throws IOException, InterruptedException {
            return gateway.isPresent() ? gateway.get().use() : ProcessUse.NONE;
        }
    }

    /** @param limit most events of a post */
    Senders(Run run, ServerJvm sink, int limit) {
        this(
                run.directory(),
                sink,
                limit,
                run.of(EventsSizes.INTERVAL).toMillis(),
                run.of(EventsSizes.CALLS_IN_FLIGHT));
    }

    Senders(Path directory, ServerJvm sink, int limit, long intervalMillis, int inFlight) {
        this.directory = directory;
        this.sink = sink;
        this.limit = limit;
        this.intervalMillis = intervalMillis;
        this.inFlight = inFlight;
    }

    /** Starts them all at a time, and has each send for a while, so that it is compiled. */
    static Senders start(Run run, List<Way> ways, ServerJvm sink, int limit) throws IOException, InterruptedException {
        final Senders senders = new Senders(run, sink, limit);
        final int warmUpMillis = run.of(EventsSizes.WARM_UP);
        try {
            run.progress().stage("events, batches of " + limit + ": start");
            for (final Way way : ways) {
                senders.start(way);
            }
            for (final Way way : ways) {
                run.progress().stage("events, " + way + ": warm-up");
                senders.awaitStart(way);
                senders.send(way, Load.fullSpeed(way.throughGateway() ? 3L * warmUpMillis : warmUpMillis));
            }
            return senders;
        } catch (final IOException | InterruptedException | RuntimeException e) {
            senders.close();
            throw e;
        }
    }

    /** Starts one; it is ready a little later. */
    void start(Way way) throws IOException, InterruptedException {
        final String name = way.name().toLowerCase(Locale.ROOT);
        final Path own = Files.createDirectory(directory.resolve(name + "-" + limit));
        final ChildJvm job = ChildJvm.start(
                name + "-job",
                own,
                OPTIONS,
                "",
                SenderProgram.class,
                way.name(),
                sink.url(),
                own.resolve("queues"),
                limit,
                intervalMillis,
                inFlight);
        if (!way.throughGateway()) {
            senders.put(way, new Sender(job, Optional.empty()));
            return;
        }
        final HostedGateways gateway = HostedGateways.start(own, "", OPTIONS.toArray(String[]::new));
        senders.put(way, new Sender(job, Optional.of(gateway)));
        gateway.serve(
                own,
                new GatewayYaml("events")
                        .with("chunk.limit", limit)
                        .with("chunk.linger", (way == Way.LINGERING_GATEWAY ? intervalMillis : 0) + "ms")
                        .with("services.sink.url", sink.url())
                        .with("services.sink.callsInFlight", 1)
                        .with("endpoints." + Way.ENDPOINT + ".service", "sink"));
    }

    void awaitStart(Way way) throws IOException, InterruptedException {
        senders.get(way).job.hear(Way.Batching.class, START_SECONDS);
    }

    /**
     * Has one of them send.
     *
     * @throws IllegalStateException if not each event is at the sink
     */
    Delivery send(Way way, Load load) throws IOException, InterruptedException {
        final Sender sender = senders.get(way);
        final EventSink.Counts before = EventSink.counts(sink);
        final ProcessUse gatewayBefore = sender.gatewayUse();
        final Sent sent = sender.job.ask(load, Sent.class, PATIENCE_SECONDS);
        final ProcessUse gatewayUse = sender.gatewayUse().since(gatewayBefore);
        final EventSink.Counts arrived = EventSink.counts(sink).since(before);
        if (arrived.distinct() != sent.events()) {
            throw new IllegalStateException(way + ": " + sent.events() + " events were sent, and the sink got "
                    + arrived.items() + ", " + arrived.distinct() + " different ones");
        }
        return new Delivery(sent, gatewayUse, arrived);
    }

    @Override
    public void close() {
        senders.values().forEach(sender -> {
            sender.job.close();
            sender.gateway.ifPresent(HostedGateways::close);
        });
    }
}
