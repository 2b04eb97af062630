package com.example.greetings;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;

/** Writes a greeting for each customer, and records it in the database. After a kill, the next start continues the run. */
public final class GreetingJob {

    /** A row of the lookup {@code customer}. */
    record Customer(String firstName, String lastName) {}

    /** The job's lookups. Each method has the name of a lookup in the gateway's configuration. */
    interface Questions {
        CompletableFuture<Optional<Customer>> customer(long id);
    }

    private GreetingJob() {}

    /** Arguments: the queues, the file, the day, and the number of customers. */
    public static void main(String[] args) {
        final List<Long> customers =
                LongStream.rangeClosed(1, Long.parseLong(args[3])).boxed().toList();
        try (GatewayClient client = GatewayClient.open(Path.of(args[0]));
                Job job = client.job("greetings", args[2])) {
            job.run(
                    customers,
                    String::valueOf,
                    (id, gateway) -> {
                        final Optional<Customer> customer =
                                gateway.declare(Questions.class).customer(id).get();
                        gateway.update("greeted", args[2], id); // the job waits for the result
                        return "Dear " + customer.map(Customer::firstName).orElse("customer");
                    },
                    FileSink.lines(Path.of(args[1])));
        }
    }
}
