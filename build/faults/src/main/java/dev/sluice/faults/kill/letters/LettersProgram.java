package dev.sluice.faults.kill.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.Job.JobReport;
import dev.sluice.client.job.Job.RunEndedException;
import dev.sluice.client.job.JobItem;
import dev.sluice.client.job.JobOptions;
import dev.sluice.client.loop.MainLoop;
import dev.sluice.faults.kill.KilledProgram;
import dev.sluice.service.EmbeddedGateway;
import dev.sluice.testsupport.Child;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * The program of a job, as a user would write it, for a separate process. In addition it prints its progress on standard
 * output, in the form that {@link JobProcess} reads.
 */
final class LettersProgram {

    static final String JOB = "letters";
    private static final String ITEM = "contract-";
    private static final String YAML = ".yaml";

    /** A customer's row. */
    record Customer(String name, long addressId) {}

    /** An address's row. */
    record Address(String street) {}

    private LettersProgram() {}

    /**
     * Starts the job.
     *
     * @param log the file for its standard error
     * @param point the fault point at which it stops, in the form for {@link KilledProgram#of}
     * @param width the number of items that the job handles at a time
     * @param served the queues, or the configuration of a gateway that the job embeds
     * @param marks the time in milliseconds between two marks, with which the job records how far its run has come
     */
    static Child start(
            Path log,
            String point,
            Path served,
            Path file,
            Letters letters,
            int width,
            int marks,
            Consumer<String> said)
            throws IOException {
        return KilledProgram.of(
                        "job",
                        log,
                        point,
                        LettersProgram.class,
                        served,
                        file,
                        letters.run(),
                        letters.contracts(),
                        width,
                        marks)
                .lines(said)
                .start();
    }

    /** @param args queues or the configuration of a gateway to embed, file, run, contracts, items at a time, milliseconds between marks */
    public static void main(String[] args) {
        if (!args[0].endsWith(YAML)) {
            try (GatewayClient client = GatewayClient.open(Path.of(args[0]))) {
                run(client, args);
            }
            return;
        }
        try (EmbeddedGateway gateway = EmbeddedGateway.start(Path.of(args[0]));
                GatewayClient client = gateway.client().open()) {
            run(client, args);
        }
    }

    private static void run(GatewayClient client, String[] args) {
        final Path file = Path.of(args[1]);
        final int run = Integer.parseInt(args[2]);
        final int contracts = Integer.parseInt(args[3]);
        final AtomicReference<Job> running = new AtomicReference<>();
        final JobOptions options = JobOptions.DEFAULTS
                .withMarks(Duration.ofMillis(Long.parseLong(args[5])))
                .withLoop(MainLoop.DEFAULTS
                        .withWidth(Integer.parseInt(args[4]))
                        .withProgress(2, now -> say(running.get().report())));
        final List<Long> items = LongStream.rangeClosed(1, contracts).boxed().toList();
        try (Job job = client.job(JOB, new Letters(run, contracts).runId(), options)) {
            running.set(job);
            say(job.report());
            say(job.run(
                    items,
                    LettersProgram::item,
                    (contract, gateway) -> letter(run, contract, gateway),
                    FileSink.text(file)));
        } catch (final RunEndedException e) { // this process's predecessor was killed after its run had returned
            say(new JobReport(e.items(), 0, e.items(), 0, 0, true));
        }
    }

    private static String item(long contract) {
        return ITEM + contract;
    }

    /** Returns the contract of an item; -1 if it is not an item of this job. */
    static long contract(String item) {
        return item.matches(ITEM + "\\d+") ? Long.parseLong(item.substring(ITEM.length())) : -1;
    }

    private static String letter(int run, long contract, JobItem gateway) {
        final Optional<Customer> customer = gateway.lookup(Customer.class, "customer", Letters.customer(run, contract))
                .join();
        final Optional<Address> address = customer.flatMap(found ->
                gateway.lookup(Address.class, "address", found.addressId()).join());
        gateway.update("last-letter", (long) run, contract); // the job itself waits for the result
        return address.map(found -> Letters.text(run, contract, customer.get().name(), found.street()))
                .orElseGet(() -> Letters.toNobody(run, contract));
    }

    private static void say(JobReport report) {
        System.out.println(report.items() + " " + report.fromHistory());
        System.out.flush();
    }
}
