package dev.sluice.perf.events;

import dev.sluice.perf.lab.ProcessUse;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What sending came to in all processes.
 *
 * @param sent in the job's
 * @param gateway what the gateway's used up; nothing where there is none
 * @param arrived at the sink
 */
record Delivery(Sent sent, ProcessUse gateway, EventSink.Counts arrived) {

    /**
     * What a sender is to do.
     *
     * @param perSecond events; 0 for as many as it can
     * @param millis how long; what was sent then still has to arrive
     */
    record Load(int perSecond, long millis) {

        static Load fullSpeed(long millis) {
            return new Load(0, millis);
        }
    }

    /**
     * What sending came to in the process that sent.
     *
     * @param events that were sent and have arrived
     * @param tookNanos from the first event's moment until the last one's arrival was known
     * @param use of that process meanwhile
     * @param histogram of latencies in nanoseconds, encoded
     */
    record Sent(long events, long tookNanos, ProcessUse use, byte[] histogram) {

        static Sent of(long events, long tookNanos, ProcessUse use, Histogram latencies) {
            final ByteBuffer bytes = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
            final int length = latencies.encodeIntoCompressedByteBuffer(bytes);
            return new Sent(events, tookNanos, use, Arrays.copyOf(bytes.array(), length));
        }

        Histogram latencies() {
            try {
                return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(histogram), 0);
            } catch (final DataFormatException e) {
                throw new IllegalStateException("A histogram cannot be read", e);
            }
        }
    }

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
