package dev.sluice.perf;

import dev.sluice.api.Requests;
import dev.sluice.client.GatewayClient;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Random;

/** A job that writes a backlog of lookups, in a JVM of its own, and tells what that took. */
final class BacklogWriter {

    private static final int STEPS = 20;

    private BacklogWriter() {}

    /** Arguments: the queues, how many lookups, of how many rows, the seed. */
    public static void main(String[] args) {
        final int count = Integer.parseInt(args[1]);
        final int rows = Integer.parseInt(args[2]);
        final Random random = new Random(Long.parseLong(args[3]));
        try (GatewayClient client = GatewayClient.open(Path.of(args[0]))) {
            final Requests requests = client.requests();
            final long start = System.nanoTime();
            for (int i = 1; i <= count; i++) {
                requests.lookup("customer", 1L + random.nextInt(rows));
                if (i % Math.max(1, count / STEPS) == 0) {
                    ChildJvm.say("at " + i);
                }
            }
            final long nanos = System.nanoTime() - start;
            System.gc();
            final long heap =
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            ChildJvm.say("done " + nanos + " " + heap);
        }
    }
}
