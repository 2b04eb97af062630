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

/** One loop that waits for the database thrice for each contract, and the same loop as a job. */
public final class LoopBeforeAndAfter {

    private LoopBeforeAndAfter() {}

    /** The questions of the loop, asked of the database before, and of the gateway after. */
    // [questions]
    public interface Questions {

        Customer customer(long id);

        Address address(long id);

        @Update("last-letter")
        long lastLetter(LocalDate day, long contract);
    }
    // [/questions]

    /** Each call is a round trip, each update a commit, and after a kill nobody knows what was done. */
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

    /** Calls and commits are shared by hundreds of contracts, and a kill changes nothing. */
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
