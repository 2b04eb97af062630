package dev.sluice.examples.letters;

import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobItem;
import dev.sluice.client.job.JobOptions;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;

/**
 * The letters job as a restartable loop whose bodies run many at a time, on virtual threads from Java 21 on: each asks
 * for what it needs as futures, waits for them, and gives its letter.
 */
public final class LettersByLoop extends ObservedForm {

    private static final int BODIES = 1_000;

    /** A job over this client, which has no name, and is closed by the caller. */
    public LettersByLoop(GatewayClient client, DataSource database, Path file, LocalDate date) {
        super(client, database, file, date);
    }

    @Override
    public LettersReport run() throws SQLException {
        final JobOptions options = JobOptions.DEFAULTS.withLoop(loop(BODIES));
        try (Contracts contracts = Contracts.read(database);
                Job job = client.job("letters", date.toString(), options)) {
            continued(job.report().handledBefore());
            return ended(job.run(
                    () -> contracts, contract -> Long.toString(contract.id()), this::letter, FileSink.text(file)));
        }
    }

    /** Waits by get: unlike join, it ends when the loop is interrupted. */
    private String letter(Contract contract, JobItem gateway)
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
