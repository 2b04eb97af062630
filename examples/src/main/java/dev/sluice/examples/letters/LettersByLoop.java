package dev.sluice.examples.letters;

import dev.sluice.api.Update;
import dev.sluice.client.GatewayClient;
import dev.sluice.client.job.FileSink;
import dev.sluice.client.job.Job;
import dev.sluice.client.job.JobItem;
import dev.sluice.client.loop.MainLoop;
import dev.sluice.examples.letters.Letter.NoLetterException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;

/**
 * The letters job as a restartable loop. The loop runs its body for many contracts at a time, each on a thread of its own; from
 * Java 21 on these are virtual threads.
 */
public final class LettersByLoop extends LettersForm {

    private final Body body;

    /** Looks up the data for a contract's letter, and returns the letter. */
    @FunctionalInterface
    private interface Body {
        String letter(Contract contract, JobItem gateway, LocalDate date) throws Exception;
    }

    /** The requests of the body as a declared interface. A method without an annotation sends the lookup of the same name. */
    interface Requests {

        /** Waits for the customer. */
        Customer customer(long id);

        /** Waits for the address. */
        Address address(long id);

        /** Writes the update without waiting for its result. */
        @Update("last-letter")
        CompletableFuture<Long> noteLastLetter(LocalDate date, long contractId);
    }

    private LettersByLoop(GatewayClient client, DataSource database, Path file, LocalDate date, Body body) {
        super(client, database, file, date);
        this.body = body;
    }

    /** Returns a job whose body waits for futures. The client must have no name; the caller closes it. */
    public static LettersByLoop ofFutures(GatewayClient client, DataSource database, Path file, LocalDate date) {
        return new LettersByLoop(client, database, file, date, LettersByLoop::byFutures);
    }

    /** Returns a job whose body uses a declared interface, and is therefore written like sequential code for one contract. */
    public static LettersByLoop ofDeclared(GatewayClient client, DataSource database, Path file, LocalDate date) {
        return new LettersByLoop(client, database, file, date, LettersByLoop::byDeclared);
    }

    /** Waits for the futures with {@code get}, because {@code join} would go on waiting when the loop is interrupted. */
    private static String byFutures(Contract contract, JobItem gateway, LocalDate date)
            throws InterruptedException, ExecutionException, NoLetterException {
        final CompletableFuture<Optional<Customer>> customer =
                gateway.lookup(Customer.class, "customer", contract.customerId());
        final CompletableFuture<Optional<Address>> address =
                gateway.lookup(Address.class, "address", contract.addressId());
        final String letter = Letter.compose(contract, customer.get(), address.get(), date);
        gateway.update("last-letter", date, contract.id()); // the job waits for the result
        return letter;
    }

    private static String byDeclared(Contract contract, JobItem gateway, LocalDate date) {
        final Requests requests = gateway.declare(Requests.class);
        final Customer customer = requests.customer(contract.customerId());
        final Address address = requests.address(contract.addressId());
        requests.noteLastLetter(date, contract.id()); // the job waits for the result
        return Letter.compose(contract, customer, address, date);
    }

    @Override
    public LettersReport run() throws SQLException {
        final MainLoop loop = MainLoop.DEFAULTS
                .withFailures(failures::add)
                .withProgress(LOOKS, now -> progress(now.begun(), now.ended()));
        try (Contracts contracts = Contracts.read(database);
                Job job = client.job("letters", date.toString(), Contract.ANY_LANE.withLoop(loop))) {
            continued(job.report().handledBefore());
            return ended(job.run(
                    () -> contracts,
                    Contract::key,
                    (contract, gateway) -> body.letter(contract, gateway, date),
                    FileSink.text(file)));
        }
    }
}
