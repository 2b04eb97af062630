package dev.sluice.perf.events;

import dev.sluice.perf.lab.ProcessUse;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The result of one measurement, collected from all processes.
 *
 * @param sent the figures of the job's process
 * @param gateway the CPU and memory used by the gateway's process; zero if there is no gateway
 * @param arrived the calls and events that arrived at the sink
 */
record Delivery(Sent sent, ProcessUse gateway, EventSink.Counts arrived) {

    /**
     * The load that a sender should produce.
     *
     * @param perSecond the rate of events, or 0 for as fast as possible
     * @param millis the milliseconds for which the sender sends; afterwards it waits until all events have arrived
     */
    record Load(int perSecond, long millis) {}

    /**
     * The figures that the sending process reports after one measurement.
     *
     * @param events the number of events that were sent and have arrived
     * @param tookNanos the time from the start until the sender knew of the last event's arrival
     * @param use the CPU and memory that the process used meanwhile
     * @param half the median latency in milliseconds
     * @param of100 the latency in milliseconds that one event in 100 exceeds
     * @param of1000 the latency in milliseconds that one event in 1000 exceeds
     */
    record Sent(long events, long tookNanos, ProcessUse use, double half, double of100, double of1000) {}

    /**
     * A figure of a delivery. Its full name consists of the variant's name and the figure's label. In a table, the column of the
     * figure has a shorter heading.
     */
    enum Figure {
        RATE("full speed", "events a second", "events/s", Delivery::perSecond),
        CPU("CPU at full speed", "CPU", Figure.SECONDS, Delivery::cpuSeconds),
        /** Measured only for variants with a gateway. */
        GATEWAY_CPU(
                "CPU at full speed, of that the gateway's process",
                "of that the gateway's process",
                Figure.SECONDS,
                one -> one.cpuSeconds(one.gateway)),
        ALLOCATED("allocated at full speed", "bytes allocated per event", "bytes per event", Delivery::bytesEach),
        PER_CALL("events a call at full speed", Figure.EVENTS_A_CALL, Figure.EVENTS_A_CALL, Delivery::eventsPerCall),

        REACHED("events a second at the rate", "events a second", "events/s", Delivery::perSecond),
        HALF("50 % at the rate", "50 %", "ms", one -> one.sent.half),
        OF_100("99 % at the rate", "99 %", "ms", one -> one.sent.of100),
        OF_1000("99.9 % at the rate", "99.9 %", "ms", one -> one.sent.of1000),
        CPU_AT_RATE("CPU at the rate", "CPU", Figure.SECONDS, Delivery::cpuSeconds),
        PER_CALL_AT_RATE(
                "events a call at the rate", Figure.EVENTS_A_CALL, Figure.EVENTS_A_CALL, Delivery::eventsPerCall),
        LOST("lost", "lost", "events", one -> one.sent.events - one.arrived.distinct()),
        DOUBLED("doubled", "doubled", "events", one -> one.arrived.items() - one.arrived.distinct());

        static final Set<Figure> FULL_SPEED = EnumSet.range(RATE, PER_CALL);
        static final Set<Figure> AT_RATE = EnumSet.range(REACHED, DOUBLED);

        private static final String SECONDS = "s of CPU per 100,000";
        private static final String EVENTS_A_CALL = "events a call";

        private final String label;
        private final String heading;
        private final String unit;
        private final ToDoubleFunction<Delivery> value;

        Figure(String label, String heading, String unit, ToDoubleFunction<Delivery> value) {
            this.label = label;
            this.heading = heading;
            this.unit = unit;
            this.value = value;
        }

        String of(String way) {
            return way + ", " + label;
        }

        String heading() {
            return heading;
        }

        String unit() {
            return unit;
        }

        double value(Delivery delivery) {
            return value.applyAsDouble(delivery);
        }
    }

    private double perSecond() {
        return sent.events * 1e9 / sent.tookNanos;
    }

    /** Returns the CPU seconds of job and gateway together for 100,000 events. */
    private double cpuSeconds() {
        return cpuSeconds(sent.use.plus(gateway));
    }

    private double cpuSeconds(ProcessUse use) {
        return use.cpuNanos() / 1e9 * 100_000 / sent.events;
    }

    private double bytesEach() {
        return (double) sent.use.plus(gateway).bytes() / sent.events;
    }

    private double eventsPerCall() {
        return (double) sent.events / arrived.calls();
    }
}
