package dev.sluice.perf.forms;

import dev.sluice.client.Futures;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.futures.FuturesOptions;
import dev.sluice.client.futures.Pausing;
import dev.sluice.perf.system.ChildJvm;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/** A job that asks one lookup after another and waits for each, in a JVM of its own. */
final class LatencyJob {

    private static final long HIGHEST_NANOS = 60_000_000_000L;
    private static final double MICROSECOND = 1e3;

    private LatencyJob() {}

    /** What the lookups of one run took, in microseconds. */
    record Latencies(double median, double p99, double longest) {

        static Latencies parse(String line) {
            final String[] words = line.split(" ");
            return new Latencies(
                    Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2]));
        }

        @Override
        public String toString() {
            return median + " " + p99 + " " + longest;
        }
    }

    /** Arguments: how many lookups. Asked with a pauser and a directory of queues, it does them once. */
    public static void main(String[] args) throws Exception {
        final int lookups = Integer.parseInt(args[0]);
        try (BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = asked.readLine(); line != null; line = asked.readLine()) {
                final String[] words = line.split(" ", 2);
                ChildJvm.say(run(Pausing.valueOf(words[0]), Path.of(words[1]), lookups)
                        .toString());
            }
        }
    }

    private static Latencies run(Pausing pausing, Path queues, int lookups) {
        try (GatewayClient client = GatewayClient.open(queues)) {
            final Futures futures =
                    client.futures(FuturesOptions.on(Runnable::run).withPausing(pausing));
            final Form.Customers customers = futures.declare(Form.Customers.class);
            final Handled handled = new Handled();
            final Histogram latencies = new Histogram(HIGHEST_NANOS, 3);
            handled.take(customers.customer(0)); // the gateway is open
            for (long key = 1; key <= lookups; key++) {
                final long start = System.nanoTime();
                handled.take(customers.customer(key));
                latencies.recordValue(System.nanoTime() - start);
            }
            handled.mustBe(lookups + 1L);
            return new Latencies(
                    latencies.getValueAtPercentile(50) / MICROSECOND,
                    latencies.getValueAtPercentile(99) / MICROSECOND,
                    latencies.getMaxValue() / MICROSECOND);
        }
    }
}
