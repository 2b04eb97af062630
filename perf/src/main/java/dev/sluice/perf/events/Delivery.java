package dev.sluice.perf.events;

import dev.sluice.perf.events.EventSink.Counts;
import dev.sluice.perf.run.ProcessUse;

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
