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
 * The senders of all variants, each in its own JVM, for one sink. Only one of them sends at a time. If a sender uses a gateway,
 * the gateway runs in a second JVM. Not thread-safe.
 */
final class Senders implements AutoCloseable {

    /** The options of all JVMs. The heap is larger than any of these JVMs needs. */
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

    /** Starts all senders at once. Then lets each of them send for a while, so that its code is compiled. */
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

    /** Starts one sender without waiting until it is ready. */
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
     * Lets one sender send a load, and returns the figures.
     *
     * @throws IllegalStateException if the sink did not get every event
     */
    Delivery send(EventVariant way, Load load) throws IOException, InterruptedException {
        final Sender sender = senders.get(way);
        final EventSink.Counts before = EventSink.counts(sink);
        final ProcessUse gatewayBefore = sender.gatewayUse();
        final Sent sent = sender.job.ask(load, Sent.class, PATIENCE_SECONDS);
        final ProcessUse gatewayUse = sender.gatewayUse().since(gatewayBefore);
        final EventSink.Counts arrived = EventSink.counts(sink).since(before);
        if (arrived.distinct() != sent.events()) {
            throw new IllegalStateException(way + ": " + sent.events() + " events were sent, but the sink got "
                    + arrived.items() + ", of which " + arrived.distinct() + " are different");
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

    /**
     * The program of a sender. It is alone in its process, so that its use of CPU and memory can be measured. Not thread-safe.
     */
    private static final class Program {

        private Program() {}

        /** Arguments: the variant, the sink's URL, the queues. */
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
