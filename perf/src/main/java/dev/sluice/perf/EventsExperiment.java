package dev.sluice.perf;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Events sent at a fixed rate: how long each takes until its result is read, and that the service has each of them once.
 * Beside it the same rate with one POST each.
 */
final class EventsExperiment implements Experiment {

    private static final int CHUNK = 100;
    private static final int CALLS_IN_FLIGHT = 2;
    private static final int WARM_UP_SECONDS = 5;
    private static final double MILLISECOND = 1e6;

    private static final String GATEWAY = "gateway";
    private static final String SINGLE = "one POST each";

    /**
     * How much.
     *
     * @param perSecond the rate
     * @param seconds how long, through the gateway
     * @param singleSeconds how long with one POST each
     */
    record Sizes(int perSecond, int seconds, int singleSeconds) {}

    private final Sizes sizes;

    EventsExperiment(Sizes sizes) {
        if (sizes.perSecond < 1 || sizes.seconds < 1) {
            throw new IllegalArgumentException(
                    sizes.perSecond + " events a second for " + sizes.seconds + " s: 1 is the least of each");
        }
        this.sizes = sizes;
    }

    @Override
    public String name() {
        return "events";
    }

    @Override
    public Report run(Run run) throws Exception {
        final Path directory = run.newDirectory("events");
        // The service takes events without a database, and needs one only to start.
        final Database none = new Database("jdbc:hsqldb:mem:none", "SA", "");
        try (RestService service = RestService.start(directory, none, false);
                ServiceJvm gateway = ServiceJvm.gateway(
                        Files.createDirectory(directory.resolve("gateway")),
                        none,
                        service.url(),
                        CHUNK,
                        CALLS_IN_FLIGHT)) {
            return measure(run, service, gateway);
        } finally {
            Run.delete(directory);
        }
    }

    private Report measure(Run run, RestService service, ServiceJvm gateway) throws Exception {
        final Measurements measurements = new Measurements();
        final EventsByHand byHand = new EventsByHand(service.url());
        for (int repetition = 0; repetition <= run.repetitions(); repetition++) {
            final String stage =
                    "events, " + (repetition == 0 ? "warm-up" : repetition + " of " + run.repetitions()) + ": ";
            final boolean warmUp = repetition == 0;
            final Measurements kept = warmUp ? new Measurements() : measurements;
            run.progress().stage(stage + GATEWAY);
            throughGateway(service, gateway, warmUp ? Math.min(WARM_UP_SECONDS, sizes.seconds) : sizes.seconds, kept);
            run.progress().stage(stage + SINGLE);
            singly(byHand, warmUp ? Math.min(WARM_UP_SECONDS, sizes.singleSeconds) : sizes.singleSeconds, kept);
        }
        return report(run, measurements);
    }

    private void throughGateway(RestService service, ServiceJvm gateway, int seconds, Measurements measurements)
            throws Exception {
        final int events = Math.multiplyExact(sizes.perSecond, seconds);
        final JsonNode before = service.counts().path(RestService.ENDPOINT);
        final EventsJob job = new EventsJob(gateway, events, sizes.perSecond);
        final Histogram latencies = job.run();
        final JsonNode after = service.counts().path(RestService.ENDPOINT);
        final long distinct = grown(before, after, "distinct");
        if (distinct != events) {
            throw new IllegalStateException(
                    events + " events have a result, and the service has " + distinct + " different ones of them");
        }
        add(measurements, GATEWAY, latencies, job.tookNanos());
        measurements.add(GATEWAY + ", events a call", "events", (double) events / grown(before, after, "calls"));
        measurements.add(GATEWAY + ", sent twice", "events", grown(before, after, "items") - distinct);
        measurements.add(GATEWAY + ", lost", "events", events - distinct);
    }

    private static long grown(JsonNode before, JsonNode after, String count) {
        return after.path(count).asLong() - before.path(count).asLong();
    }

    private void singly(EventsByHand byHand, int seconds, Measurements measurements) throws Exception {
        final int events = Math.multiplyExact(sizes.perSecond, seconds);
        final long start = System.nanoTime();
        final Histogram latencies = byHand.send(events, new Pace(sizes.perSecond, start));
        add(measurements, SINGLE, latencies, System.nanoTime() - start);
    }

    private static void add(Measurements measurements, String variant, Histogram latencies, long tookNanos) {
        measurements.add(variant + ", 50 %", "ms", latencies.getValueAtPercentile(50) / MILLISECOND);
        measurements.add(variant + ", 99 %", "ms", latencies.getValueAtPercentile(99) / MILLISECOND);
        measurements.add(variant + ", 99.9 %", "ms", latencies.getValueAtPercentile(99.9) / MILLISECOND);
        measurements.add(variant + ", longest", "ms", latencies.getMaxValue() / MILLISECOND);
        measurements.add(variant + ", rate", "events/s", latencies.getTotalCount() * 1e9 / tookNanos);
    }

    private Report report(Run run, Measurements measurements) {
        final Map<String, String> conditions = run.conditions();
        conditions.put(
                "service", "the reference server of examples/ in a JVM of its own; it has each event once, by key");
        conditions.put(
                "sizes",
                String.format(
                        "%,d events a second, of some 60 bytes, for %d s through the gateway and %d s with one POST each",
                        sizes.perSecond, sizes.seconds, sizes.singleSeconds));
        conditions.put(
                "gateway",
                "a JVM of its own, chunks of up to " + CHUNK + ", no linger, no sync; one job thread sends and reads");
        conditions.put(
                "latency",
                "from the moment at which the event was to be sent, not from that at which it was, until its result is"
                        + " read: a stall counts for all that it held up");
        conditions.put("checked", "a result for each event, in order, and each of them at the service");
        final List<List<String>> rows = measurements.all().stream()
                .map(one -> List.of(one.name(), one.shown(), one.unit()))
                .toList();
        return new Report(
                name(),
                "events at a fixed rate, through the gateway and with one POST each",
                conditions,
                List.of(new Table("From request to result", List.of("what", "median (least-most)", "unit"), rows)),
                measurements.all());
    }
}
