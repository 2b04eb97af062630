package dev.sluice.testing;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import java.nio.file.Path;
import java.util.stream.LongStream;

/** A job to be killed: a line for each of ten customers. */
final class TenCustomers {

    private TenCustomers() {}

    public static void main(String[] arguments) {
        final Path file = Path.of(arguments[1]);
        try (GatewayClient client = GatewayClient.open(Path.of(arguments[0]));
                Job job = client.job("customers", "once")) {
            job.run(
                    () -> LongStream.range(0, 10).boxed().iterator(),
                    String::valueOf,
                    (id, gateway) ->
                            gateway.lookup("customer", id).get().orElseThrow().getString("lastName"),
                    FileSink.lines(file));
        }
    }
}
