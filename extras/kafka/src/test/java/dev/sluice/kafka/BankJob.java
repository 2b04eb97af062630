package dev.sluice.kafka;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobOptions;
import dev.sluice.client.job.Sink;
import java.time.Duration;
import java.util.stream.IntStream;

/** A job in a process of its own: each item looks an account up and books an entry. */
final class BankJob {

    private BankJob() {}

    /** @param arguments the address, how many items, and whether the run is on all lanes */
    public static void main(String[] arguments) {
        final int items = Integer.parseInt(arguments[1]);
        final JobOptions marked =
                JobOptions.DEFAULTS.withMarks(Duration.ofMillis(50)).allowingStartIfEnded(); // followers may come late
        final JobOptions options = Boolean.parseBoolean(arguments[2])
                ? marked.withLanes(Integer.class, item -> Integer.toString(item % 7))
                : marked;
        try (GatewayClient client = GatewayClient.builder(arguments[0]).openExisting();
                Job job = client.job("bank", "today", options)) {
            final Job.JobReport report = job.run(
                    IntStream.range(0, items).boxed().toList(),
                    item -> Integer.toString(item),
                    (item, gateway) -> {
                        final long account = item % 7;
                        gateway.lookup("account", account).get();
                        return gateway.update("book", (long) item, account).get();
                    },
                    Sink.none());
            System.out.println("ended: " + report);
            System.exit(report.failed() == 0 && report.items() == items ? 0 : 1);
        } catch (final RuntimeException e) {
            System.out.println("not ended: " + e);
            e.printStackTrace(System.out);
            System.exit(1);
        }
    }
}
