package dev.sluice.perf.burst;

import dev.sluice.client.GatewayClient;
import dev.sluice.perf.run.Pace;
import dev.sluice.perf.system.ChildJvm;
import dev.sluice.perf.system.Memory;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A job that writes a backlog, in a JVM of its own, as fast as it can or at a fixed rate, and tells on the way how far it
 * is: {@code at}, requests written, nanoseconds since it began, bytes of heap in use after a collection; in the end the
 * same with {@code done}. What the collections for that take is not counted where it is not held up by its rate.
 */
final class BacklogWriter {

    /** How often one at a fixed rate tells. */
    private static final long TOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long LONGEST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Backlogged.Source source;
    private final long count;
    private final long startNanos = System.nanoTime();
    private long heldUpNanos;

    private BacklogWriter(Backlogged.Source source, long count) {
        this.source = source;
        this.count = count;
    }

    /** Arguments: the queues, what, how many, the seed, and how many a second; 0 is as fast as it can. */
    public static void main(String[] args) {
        try (GatewayClient client = GatewayClient.open(Path.of(args[0]))) {
            final BacklogWriter writer = new BacklogWriter(
                    Backlogged.valueOf(args[1]).source(client.requests(), Long.parseLong(args[3])),
                    Long.parseLong(args[2]));
            final int perSecond = Integer.parseInt(args[4]);
            if (perSecond == 0) {
                writer.atOnce();
            } else {
                writer.atRate(perSecond);
            }
        }
    }

    private void atOnce() {
        final BacklogMarks marks = new BacklogMarks(count);
        for (long written = 1; written <= count; written++) {
            source.writeNext();
            if (marks.reached(written) && written < count) {
                final long before = System.nanoTime();
                tell("at", written, before);
                heldUpNanos += System.nanoTime() - before;
            }
        }
        tell("done", count, System.nanoTime());
    }

    private void atRate(int perSecond) {
        final Pace pace = new Pace(perSecond, startNanos);
        long told = startNanos;
        for (long written = 0; written < count; written++) {
            while (!pace.isDue(written)) {
                pace.rest(written, LONGEST_REST_NANOS);
            }
            source.writeNext();
            final long now = System.nanoTime();
            if (now - told >= TOLD_NANOS) {
                tell("at", written + 1, now);
                told = now;
            }
        }
        tell("done", count, System.nanoTime());
    }

    private void tell(String word, long written, long now) {
        final long nanos = now - startNanos - heldUpNanos;
        ChildJvm.say(word + " " + written + " " + nanos + " " + Memory.heapBytes());
    }
}
