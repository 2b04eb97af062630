package dev.sluice.perf.events;

import dev.sluice.perf.report.Columns;
import dev.sluice.perf.report.Measurements;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What is measured of a delivery.
 *
 * @param label of the measurement, after that of its way
 * @param heading of its column
 */
record Figure(String label, String heading, String unit, ToDoubleFunction<Delivery> value) {

    private static final String CPU = "s of CPU per 100,000";
    private static final String PER_CALL = "events a call";

    static final Figure RATE = new Figure("full speed", "events a second", "events/s", Delivery::perSecond);
    static final Figure CPU_TIME = new Figure("CPU at full speed", "CPU", CPU, one -> one.cpuSeconds(one.use()));
    /** Only of a way through a gateway. */
    static final Figure GATEWAY_CPU = new Figure(
            "CPU at full speed, of that the gateway's process",
            "of that the gateway's process",
            CPU,
            one -> one.cpuSeconds(one.gateway()));

    static final Figure AT_RATE =
            new Figure("events a second at the rate", "events a second", "events/s", Delivery::perSecond);
    static final Figure CPU_AT_RATE = new Figure("CPU at the rate", "CPU", CPU, one -> one.cpuSeconds(one.use()));
    static final Figure LOST = new Figure(
            "lost", "lost", "events", one -> one.sent().events() - one.arrived().distinct());
    static final Figure DOUBLED = new Figure("doubled", "doubled", "events", Delivery::doubled);

    static final List<Figure> FULL_SPEED = List.of(
            RATE,
            CPU_TIME,
            GATEWAY_CPU,
            new Figure(
                    "the sink's CPU at full speed",
                    "the sink's CPU, apart",
                    CPU,
                    one -> one.cpuSeconds(one.arrived().use())),
            new Figure("allocated at full speed", "bytes allocated per event", "bytes per event", Delivery::bytesEach),
            new Figure("events a call at full speed", PER_CALL, PER_CALL, Delivery::eventsPerCall),
            new Figure(
                    "calls at full speed",
                    "calls",
                    "calls",
                    one -> one.arrived().calls()),
            new Figure("doubled at full speed", "doubled", "events", Delivery::doubled));

    static final List<Figure> OF_RATE = List.of(
            AT_RATE,
            latency("50 %", 50),
            latency("99 %", 99),
            latency("99.9 %", 99.9),
            latency("longest", 100),
            CPU_AT_RATE,
            new Figure("events a call at the rate", PER_CALL, PER_CALL, Delivery::eventsPerCall),
            LOST,
            DOUBLED);

    private static Figure latency(String heading, double percentile) {
        return new Figure(heading + " at the rate", heading, "ms", one -> one.latencyMillis(percentile));
    }

    boolean of(Way way) {
        return !equals(GATEWAY_CPU) || way.throughGateway();
    }

    String of(String way) {
        return way + ", " + label;
    }

    /** Adds the column of this figure. */
    void column(Columns<Way> columns, Measurements measured) {
        columns.with(heading, way -> measured.cell(of(way.label())));
    }
}
