package dev.sluice.perf.events;

import dev.sluice.perf.run.ProcessUse;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

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
                + Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(bytes.array(), length));
    }
}
