package dev.sluice.perf.events;

import dev.sluice.perf.events.Delivery.Load;
import dev.sluice.perf.events.Delivery.Sent;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.ProcessUse;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.ServerJvm;
import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.EventSender;
import dev.sluice.perf.load.Sending;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.net.URI;
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

    private static final String READY = "ready";
    private static final long START_SECONDS = 60;
    private static final long PATIENCE_SECONDS = 600;

    private final Path directory;
    private final ServerJvm sink;
    private final Map<EventVariant, Sender> senders = new EnumMap<>(EventVariant.class);

    private record Sender(ChildJvm job, Optional<HostedGateways> gateway) {

        ProcessUse gatewayUse() throws IOException, InterruptedException {
            return gateway.isPresent() ? gateway.get().use() : ProcessUse.NONE;
        }
    }

    private Senders(Path directory, ServerJvm sink) {
        this.directory = directory;
        this.sink = sink;
    }

    /** Starts them all at a time, and has each send for a while, so that it is compiled. */
    static Senders start(Run run, List<EventVariant> ways, ServerJvm sink, int warmUpMillis)
            throws IOException, InterruptedException {
        final Senders senders = new Senders(run.directory(), sink);
        try {
            run.progress().stage("events: start");
            for (final EventVariant way : ways) {
                senders.start(way);
            }
            for (final EventVariant way : ways) {
                run.progress().stage("events, " + way + ": warm-up");
                senders.senders.get(way).job.hear(String.class, START_SECONDS);
                senders.send(way, new Load(0, way.throughGateway() ? 3L * warmUpMillis : warmUpMillis));
            }
            return senders;
        } catch (final IOException | InterruptedException | RuntimeException e) {
            senders.close();
            throw e;
        }
    }

    /** Starts one; it is ready a little later. */
    private void start(EventVariant way) throws IOException, InterruptedException {
        final String name = way.name().toLowerCase(Locale.ROOT);
        final Path own = Files.createDirectory(directory.resolve(name));
        final ChildJvm job = ChildJvm.start(
                name + "-job", own, OPTIONS, Program.class, way.name(), sink.url(), own.resolve("queues"));
        if (!way.throughGateway()) {
            senders.put(way, new Sender(job, Optional.empty()));
            return;
        }
        final HostedGateways gateway = HostedGateways.start(own, OPTIONS.toArray(String[]::new));
        senders.put(way, new Sender(job, Optional.of(gateway)));
        gateway.serve(
                own,
                new GatewayYaml("events")
                        .with("chunk.limit", EventVariant.LIMIT)
                        .with(
                                "chunk.linger",
                                (way == EventVariant.LINGERING_GATEWAY ? EventVariant.INTERVAL.toMillis() : 0) + "ms")
                        .with("services.sink.url", sink.url())
                        .with("services.sink.callsInFlight", 1)
                        .with("endpoints." + EventVariant.ENDPOINT + ".service", "sink"));
    }

    /**
     * Has one of them send.
     *
     * @throws IllegalStateException if not each event is at the sink
     */
    Delivery send(EventVariant way, Load load) throws IOException, InterruptedException {
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

    /** A sender alone in its process, so that what it uses up can be measured. One thread. */
    private static final class Program {

        private Program() {}

        /** Arguments: the way, the sink's URL, the queues. */
        public static void main(String[] args) throws Exception {
            final Arrivals arrivals = new Arrivals();
            try (EventSender sender =
                    EventVariant.valueOf(args[0]).open(URI.create(args[1]), Path.of(args[2]), arrivals)) {
                final Sending sending = new Sending(sender, arrivals, EventVariant.WINDOW);
                ChildJvm.say(READY);
                ChildJvm.answer(Load.class, load -> {
                    final ProcessUse before = ProcessUse.now();
                    final long start = System.nanoTime();
                    final long sent = sending.send(load.perSecond(), load.millis());
                    final long took = System.nanoTime() - start;
                    return new Sent(
                            sent,
                            took,
                            ProcessUse.now().since(before),
                            arrivals.millis("50"),
                            arrivals.millis("99"),
                            arrivals.millis("99.9"));
                });
            }
        }
    }
}
