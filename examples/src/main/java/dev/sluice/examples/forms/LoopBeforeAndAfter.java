package dev.sluice.examples.forms;

import dev.sluice.api.Update;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Customer;
import dev.sluice.examples.letters.Letter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.concurrent.CompletableFuture;

/** A loop that waits for the database three times for each contract, and the same loop as a job. */
public final class LoopBeforeAndAfter {

    private LoopBeforeAndAfter() {}

    /** The requests of the loop. The first version sends them to the database, the second version to the gateway. */
    // [questions]
    public interface Questions {

        Customer customer(long id);

        Address address(long id);

        @Update("last-letter")
        CompletableFuture<Long> lastLetter(LocalDate day, long contract);
    }
    // [/questions]

    /** Each method call is a round trip, and each update is a commit. After a kill nobody knows which contracts were done. */
    public static void before(Iterable<Contract> contracts, Questions database, Writer letters, LocalDate today)
            throws IOException {
        // [before]
        for (Contract contract : contracts) {
            Customer customer = database.customer(contract.customerId());
            Address address = database.address(contract.addressId());
            letters.write(Letter.compose(contract, customer, address, today));
            database.lastLetter(today, contract.id());
        }
        // [/before]
    }

    /** Hundreds of contracts share a round trip or a commit. After a kill the next run continues and writes the same letters. */
    public static void after(Iterable<Contract> contracts, Job job, Path file, LocalDate today) {
        // [after]
        job.run(
                contracts,
                Contract::key,
                (contract, gateway) -> {
                    Questions database = gateway.declare(Questions.class);
                    Customer customer = database.customer(contract.customerId());
                    Address address = database.address(contract.addressId());
                    database.lastLetter(today, contract.id());
                    return Letter.compose(contract, customer, address, today);
                },
                FileSink.text(file));
        // [/after]
    }
}
