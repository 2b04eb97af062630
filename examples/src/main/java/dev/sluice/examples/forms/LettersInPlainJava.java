package dev.sluice.examples.forms;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.Job.JobReport;
import dev.sluice.client.job.JobItem;
import dev.sluice.examples.letters.Address;
import dev.sluice.examples.letters.Contract;
import dev.sluice.examples.letters.Contracts;
import dev.sluice.examples.letters.Customer;
import dev.sluice.examples.letters.Letter;
import dev.sluice.examples.letters.LettersDatabase;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The letters job in plain Java (17 or later). The code for a contract is written like sequential code. Many contracts are
 * handled at a time, and their letters are written in the order of the contracts.
 */
public final class LettersInPlainJava {

    private LettersInPlainJava() {}

    /** The job's lookups. Each method has the name of a lookup in the gateway's configuration. */
    interface Lookups {
        CompletableFuture<Customer> customer(long id);

        CompletableFuture<Address> address(long id);
    }

    /**
     * Arguments: the queues, the URL of the database, the file, and the date of the letters. After a kill, a start with the same
     * arguments continues the run.
     */
    public static void main(String[] args) throws SQLException {
        final LocalDate date = LocalDate.parse(args[3]);
        try (GatewayClient client = GatewayClient.open(Path.of(args[0]));
                Job job = client.job("letters", args[3]);
                Contracts contracts = Contracts.read(LettersDatabase.at(args[1]))) {
            final JobReport report = job.run(
                    () -> contracts,
                    Contract::key,
                    (contract, gateway) -> letter(contract, gateway, date),
                    FileSink.text(Path.of(args[2])));
            System.out.println(report);
        }
    }

    private static String letter(Contract contract, JobItem gateway, LocalDate date)
            throws InterruptedException, ExecutionException {
        final Lookups lookups = gateway.declare(Lookups.class);
        final CompletableFuture<Customer> customer = lookups.customer(contract.customerId());
        final CompletableFuture<Address> address = lookups.address(contract.addressId());
        final String letter = Letter.compose(contract, customer.get(), address.get(), date);
        gateway.update("last-letter", date, contract.id()); // the job waits for the result
        return letter;
    }
}
