package dev.sluice.perf.events;

import dev.sluice.perf.events.EventSink.Counts;
import dev.sluice.perf.lab.ChildJvm;
import dev.sluice.perf.lab.HostedGateways;
import dev.sluice.perf.lab.ProcessUse;
import dev.sluice.perf.load.Arrivals;
import dev.sluice.perf.load.EventSender;
import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** A sender in a JVM of its own; one that sends through a gateway has that beside it, in another one. */
final class SenderJvm implements AutoCloseable {

    static final String ENDPOINT = "events";

    /** The same for all: more than any of them needs. */
    private static final List<String> OPTIONS = List.of("-Xms256m", "-Xmx256m");

    private static final long START_SECONDS = 60;
    private static final long PATIENCE_SECONDS = 600;

    private final Way way;
    private final EventSink.Jvm sink;
    private final ChildJvm job;
    private final Optional<HostedGateways> gateway;
    private boolean ready;

    private SenderJvm(Way way, EventSink.Jvm sink, ChildJvm job, Optional<HostedGateways> gateway) {
        this.way = way;
        this.sink = sink;
        this.job = job;
        this.gateway = gateway;
    }

    /**
     * When a batch is sent, the same for all who have batches.
     *
     * @param limit most events of a post
     * @param interval how long the first event of a batch that is not full waits
     * @param inFlight most posts that an asynchronous sender has under way
     */
    record Batching(int limit, Duration interval, int inFlight) {}

    /**
     * What a sender is to do.
     *
     * @param perSecond events; empty for as many as it can
     * @param millis how long; what was sent then still has to arrive
     */
    record Load(OptionalInt perSecond, long millis) {

        static Load fullSpeed(long millis) {
            return new Load(OptionalInt.empty(), millis);
        }

        static Load atRate(int perSecond, long millis) {
            return new Load(OptionalInt.of(perSecond), millis);
        }

        static Load heard(String line) {
            final long[] numbers = ChildJvm.numbers(line);
            return numbers[0] == 0 ? fullSpeed(numbers[1]) : atRate((int) numbers[0], numbers[1]);
        }

        String told() {
            return perSecond.orElse(0) + " " + millis;
        }
    }

    /**
     * What sending came to in the process that sent.
     *
     * @param events that were sent and have arrived
     * @param tookNanos from the first event's moment until the last one's arrival was known
     * @param use of that process meanwhile
     * @param latencies of each event in nanoseconds, from its moment on; empty at full speed
     */
    record Sent(long events, long tookNanos, ProcessUse use, Histogram latencies) {

        static Sent heard(String line) {
            final String[] parts = line.split(" ");
            try {
                return new Sent(
                        Long.parseLong(parts[0]),
                        Long.parseLong(parts[1]),
                        ProcessUse.heard(parts[2] + " " + parts[3]),
                        Histogram.decodeFromCompressedByteBuffer(
                                ByteBuffer.wrap(Base64.getDecoder().decode(parts[4])), 0));
            } catch (final DataFormatException e) {
                throw new IllegalStateException("A histogram cannot be read", e);
            }
        }

        String told() {
            final ByteBuffer bytes = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
            final int length = latencies.encodeIntoCompressedByteBuffer(bytes);
            return events + " " + tookNanos + " " + use.told() + " "
                    + Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
        }
    }

    /**
     * What sending came to in all processes.
     *
     * @param sent in the job's
     * @param gateway what the gateway's used up; nothing where there is none
     * @param arrived at the sink
     */
    record Delivery(Sent sent, ProcessUse gateway, Counts arrived) {

        double perSecond() {
            return sent.events() * 1e9 / sent.tookNanos();
        }

        /** CPU seconds for 100,000 events, of a process that used so much. */
        double cpuSeconds(ProcessUse use) {
            return use.cpuNanos() / 1e9 * 100_000 / sent.events();
        }

        /** Job and gateway together. */
        ProcessUse use() {
            return sent.use().plus(gateway);
        }

        /** Events that came to the sink again. */
        long doubled() {
            return arrived.items() - arrived.distinct();
        }

        double bytesEach() {
            return (double) use().bytes() / sent.events();
        }

        double eventsPerCall() {
            return (double) sent.events() / arrived.calls();
        }

        double latencyMillis(double percentile) {
            return sent.latencies().getValueAtPercentile(percentile) / 1e6;
        }
    }

    /** A sender alone in its process, so that what it uses up can be measured. */
    static final class Program {

        private Program() {}

        /** Takes the way, the sink's address, the queues, the batch limit, the interval in ms, the posts in flight. */
        public static void main(String[] args) throws Exception {
            final Way way = Way.valueOf(args[0]);
            final Batching batching = new Batching(
                    Integer.parseInt(args[3]), Duration.ofMillis(Long.parseLong(args[4])), Integer.parseInt(args[5]));
            final Arrivals arrivals = new Arrivals();
            try (EventSender sender = way.throughGateway()
                    ? new GatewaySender(Path.of(args[2]), arrivals)
                    : way.open(URI.create(args[1]), batching, arrivals)) {
                final Sending sending = new Sending(sender, arrivals);
                ChildJvm.say("ready");
                ChildJvm.answer(line -> sending.perform(Load.heard(line)).told());
            }
        }
    }

    /** Starts it; it is ready a little later. */
    static SenderJvm start(Way way, Path directory, EventSink.Jvm sink, Batching batching)
            throws IOException, InterruptedException {
        final String name = way.name().toLowerCase(Locale.ROOT);
        final Path own = Files.createDirectory(directory.resolve(name + "-" + batching.limit()));
        final Path queues = own.resolve("queues");
        final ChildJvm job = ChildJvm.start(
                name + "-job",
                own,
                OPTIONS,
                "",
                Program.class,
                way.name(),
                sink.url() + "/" + ENDPOINT,
                queues.toString(),
                String.valueOf(batching.limit()),
                String.valueOf(batching.interval().toMillis()),
                String.valueOf(batching.inFlight()));
        if (!way.throughGateway()) {
            return new SenderJvm(way, sink, job, Optional.empty());
        }
        final Duration linger = way == Way.LINGERING_GATEWAY ? batching.interval() : Duration.ZERO;
        final HostedGateways gateway = HostedGateways.start(own, "", OPTIONS.toArray(String[]::new));
        final SenderJvm sender = new SenderJvm(way, sink, job, Optional.of(gateway));
        try {
            gateway.serve(
                    own,
                    new GatewayYaml("events", queues)
                            .with("chunk.limit", batching.limit())
                            .with("chunk.linger", linger.toMillis() + "ms")
                            .with("services.sink.url", sink.url())
                            .with("services.sink.callsInFlight", 1)
                            .with("endpoints." + ENDPOINT + ".service", "sink"));
            return sender;
        } catch (final IOException | InterruptedException | RuntimeException e) {
            sender.close();
            throw e;
        }
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
        final Sent sent = Sent.heard(job.ask(load.told(), PATIENCE_SECONDS));
        final ProcessUse gatewayUse = gatewayUse().since(gatewayBefore);
        final Counts arrived = sink.counts().since(before);
        if (arrived.distinct() != sent.events()) {
            throw new IllegalStateException(way.label() + ": " + sent.events() + " events were sent, and the sink got "
                    + arrived.items() + ", " + arrived.distinct() + " different ones");
        }
        return new Delivery(sent, gatewayUse, arrived);
    }

    private ProcessUse gatewayUse() throws IOException, InterruptedException {
        return gateway.isPresent() ? gateway.get().use() : ProcessUse.NONE;
    }

    @Override
    public void close() {
        job.close();
        gateway.ifPresent(HostedGateways::close);
    }
}
