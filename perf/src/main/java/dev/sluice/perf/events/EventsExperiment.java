package dev.sluice.perf.events;

import dev.sluice.perf.events.Delivery.Figure;
import dev.sluice.perf.events.Delivery.Load;
import dev.sluice.perf.lab.Experiment;
import dev.sluice.perf.lab.Run;
import dev.sluice.perf.lab.ServerJvm;
import dev.sluice.perf.lab.Size;
import dev.sluice.perf.lab.Sizes;
import dev.sluice.perf.lab.Variant;
import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Curves;
import dev.sluice.perf.report.Findings;
import dev.sluice.perf.report.Measurement;
import dev.sluice.perf.report.Measurements;
import dev.sluice.perf.report.Plot.Axis;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * Measures events that are sent through the gateway, by pools of workers that post batches, by one worker that posts batches
 * asynchronously, and with one post each. Each variant sends at full speed, and at the rate of a published measurement, which is
 * called the document.
 */
public final class EventsExperiment {

    private static final Sizes SIZES = new Sizes();

    private static final Size<Set<EventVariant>> ONLY = SIZES.choice(
            EventVariant.class,
            "only",
            "",
            "gateway,pool_of_10,pool_of_100,async_worker,one_each",
            "gateway,pool_of_10,async_worker,one_each",
            "Which variants; must include the gateway and a pool");
    private static final Size<Integer> RATE =
            SIZES.count("rate", "2000", "2000", "200", "Events per second when latency is measured");
    private static final Size<Integer> SECONDS =
            SIZES.count("seconds", "60", "1", "1", "Seconds that the gateway sends at --rate in each repetition");
    private static final Size<Integer> OTHER_MILLIS =
            SIZES.count("other-millis", "2000", "400", "200", "Maximum milliseconds that all others send at --rate");
    private static final Size<Integer> FULL_MILLIS =
            SIZES.count("full-millis", "1000", "250", "30", "Milliseconds at full speed in each repetition");
    private static final Size<Integer> WARM_UP = SIZES.count(
            "warm-up",
            "3000",
            "350",
            "30",
            "Milliseconds that each variant sends to warm up; a gateway sends three times as long, because two"
                    + " processes have more to compile");

    private final Run run;
    private final Findings findings;
    private final List<EventVariant> ways;
    /** All variants except {@link EventVariant#ONE_EACH}, which may not reach the rate on a small machine. */
    private final List<EventVariant> atRate;

    private final Measurements measured = new Measurements();

    private EventsExperiment(Run run, Findings findings) {
        this.run = run;
        this.findings = findings;
        this.ways = List.copyOf(run.of(ONLY));
        this.atRate = ways.stream().filter(way -> way != EventVariant.ONE_EACH).toList();
        if (!ways.contains(EventVariant.GATEWAY) || ways.stream().noneMatch(EventVariant::pool)) {
            throw new IllegalArgumentException("--only must name the gateway and at least one pool, not " + ways);
        }
    }

    public static Experiment experiment() {
        return new Experiment(
                "events",
                "events through the gateway, by batching workers, and with one post each",
                SIZES,
                (run, findings) -> new EventsExperiment(run, findings).measure());
    }

    private void measure() throws Exception {
        conditions();
        try (ServerJvm sink = EventSink.start(run.directory());
                Senders senders = Senders.start(run, ways, sink, run.of(WARM_UP))) {
            final int fullMillis = run.of(FULL_MILLIS);
            inTurns(senders, "full speed", ways, Figure.FULL_SPEED, 0, way -> fullMillis);
            final int perSecond = run.of(RATE);
            final int millis = 1_000 * run.of(SECONDS);
            final int others = Math.min(millis, run.of(OTHER_MILLIS));
            inTurns(
                    senders,
                    perSecond + " a second",
                    atRate,
                    Figure.AT_RATE,
                    perSecond,
                    way -> way == EventVariant.GATEWAY ? millis : others);
        }
        findings.add(measured.all());
        fullSpeed();
        atRate();
        targets();
    }

    private void inTurns(
            Senders senders,
            String stage,
            List<EventVariant> sending,
            Set<Figure> figures,
            int perSecond,
            ToIntFunction<EventVariant> millis)
            throws Exception {
        final List<Variant> variants = sending.stream()
                .map(way -> new Variant(way.label(), taken -> {
                    final Delivery delivery = senders.send(way, new Load(perSecond, millis.applyAsInt(way)));
                    figures.stream()
                            .filter(figure -> figure != Figure.GATEWAY_CPU || way.throughGateway())
                            .forEach(figure -> taken.add(figure.of(""), figure.unit(), figure.value(delivery)));
                }))
                .toList();
        run.inTurns("events, " + stage + ", ", 0, run.repetitions(), variants, measured);
    }

    private Measurement get(EventVariant way, Figure figure) {
        return measured.get(figure.of(way.label()));
    }

    /** Returns the pool with the highest throughput. */
    private EventVariant betterPool() {
        return ways.stream()
                .filter(EventVariant::pool)
                .max(Comparator.comparingDouble(way -> get(way, Figure.RATE).median()))
                .orElseThrow();
    }

    private void fullSpeed() {
        final Measurement pool = get(betterPool(), Figure.RATE);
        final Columns<EventVariant> columns = new Columns<EventVariant>()
                .with("variant", EventVariant::label)
                .with("to the better pool", way -> get(way, Figure.RATE).over(pool, "throughput to the better pool"));
        Figure.FULL_SPEED.forEach(figure -> column(columns, figure));
        findings.table("Full speed; CPU in seconds for 100,000 events", ways, columns);
    }

    /** Adds the table with the document's figures, which were measured at 2,000 events per second for one minute. */
    private void atRate() {
        final Columns<EventVariant> columns = new Columns<EventVariant>().with("variant", EventVariant::label);
        Figure.AT_RATE.forEach(figure -> column(columns, figure));
        columns.with("a minute", way -> get(way, Figure.REACHED).median() * 60)
                .with("document, a minute of 120,000", EventVariant::documentPerMinute)
                .with("document, CPU not for work", EventVariant::documentShare);
        findings.table(
                String.format(
                        "%,d events a second: ms until the sender knows; CPU in seconds for 100,000 events",
                        run.of(RATE)),
                atRate,
                columns);
        final Curves curves = new Curves(
                "events-latency",
                String.format("Until the sender knows that an event has arrived, %,d a second", run.of(RATE)),
                Axis.log("one event in this many takes longer"),
                Axis.log("ms, from the intended sending time"));
        for (final EventVariant way : atRate) {
            curves.add(way.label(), 2, get(way, Figure.HALF));
            curves.add(way.label(), 100, get(way, Figure.OF_100));
            curves.add(way.label(), 1_000, get(way, Figure.OF_1000));
        }
        findings.plot(curves);
    }

    private void column(Columns<EventVariant> columns, Figure figure) {
        columns.with(figure.heading(), way -> measured.cell(figure.of(way.label())));
    }

    private void targets() {
        final EventVariant pool = betterPool();
        final Findings.Rows rows = findings.targets("Targets; the better pool is the " + pool.label());
        final String gateway = " of the gateway to the better pool";
        target(rows, EventVariant.GATEWAY, pool, Figure.RATE, "throughput" + gateway, "at least 1.5");
        target(rows, EventVariant.GATEWAY, pool, Figure.CPU, "CPU per event" + gateway, "at most 0.5");
        if (ways.contains(EventVariant.ONE_EACH)) {
            final String name = "throughput of the gateway to one post each";
            target(rows, EventVariant.GATEWAY, EventVariant.ONE_EACH, Figure.RATE, name, "at least 5");
        }
        // This compares both gateways, because only the one with linger waits as long as the pool for a batch to fill.
        atRate.stream().filter(EventVariant::throughGateway).forEach(way -> {
            final String name = "CPU per event at the rate of the " + way.label() + " to the pool";
            target(rows, way, pool, Figure.CPU_AT_RATE, name, "");
        });
        rows.target(get(EventVariant.GATEWAY, Figure.LOST), "0").target(get(EventVariant.GATEWAY, Figure.DOUBLED), "0");
    }

    private void target(
            Findings.Rows rows, EventVariant way, EventVariant other, Figure figure, String name, String target) {
        rows.target(findings.add(get(way, figure).over(get(other, figure), name)), target);
    }

    private void conditions() {
        findings.conditions(
                """
                sink: an HTTP server of this experiment in a separate JVM, the same for all senders; of each event it only
                  reads the id and the idempotency key
                sizes: events of about 60 bytes; each variant sends %,d ms at full speed; at %,d events per second the
                  gateway sends %,d s and the others %,d ms
                batches: a batch is posted at %,d events or after %,d ms (the gateway without linger sends all waiting
                  events when the previous call is over); at most %d asynchronous posts are in flight, and at most %,d
                  events have been sent and have not arrived
                senders: each runs in a separate JVM with 256 MB of heap, so that its CPU and allocation can be measured;
                  CPU is that of the whole process, including compiler and garbage collector; for the gateway the figures
                  of job and gateway are added
                not equal: through the gateway events arrive in order, one call at a time, and survive a crash of either
                  process (without sync they do not survive a power cut); the pools and the worker hold events only in
                  memory, lose them when their process ends, and send them in any order
                latency: the time from the intended, not the actual, sending time of an event until the sender knows that
                  the sink has it; through the gateway until the job has read the result
                checked: in each measurement every event must arrive at the sink, which recognizes repeated events by their
                  idempotency keys and counts them; the gateway's results must come in order
                retries: all variants retry; the baselines retry once if the connection is lost; a post whose response was
                  lost arrives twice
                """,
                run.of(FULL_MILLIS),
                run.of(RATE),
                run.of(SECONDS),
                run.of(OTHER_MILLIS),
                EventVariant.LIMIT,
                EventVariant.INTERVAL.toMillis(),
                EventVariant.IN_FLIGHT,
                EventVariant.WINDOW);
    }
}
