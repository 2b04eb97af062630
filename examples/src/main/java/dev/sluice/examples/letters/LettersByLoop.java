package dev.sluice.examples.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.JobItem;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;

/** The letters job by bodies that ask for what they need as futures, wait for them, and give their letter. */
public final class LettersByLoop extends LettersByBodies {

    /** A job over this client, which has no name, and is closed by the caller. */
    public LettersByLoop(GatewayClient client, DataSource database, Path file, LocalDate date) {
        super(client, database, file, date);
    }

    /** Waits by get: unlike join, it ends when the loop is interrupted. */
    @Override
    String letter(Contract contract, JobItem gateway)
            throws InterruptedException, ExecutionException, NoLetterException {
        final CompletableFuture<Optional<Customer>> customer =
                gateway.lookup(Customer.class, "customer", contract.customerId());
        final CompletableFuture<Optional<Address>> address =
                gateway.lookup(Address.class, "address", contract.addressId());
        final String letter = Letter.compose(contract, customer.get(), address.get(), date);
        gateway.update("last-letter", date, contract.id()); // the job waits for it
        return letter;
    }
}
