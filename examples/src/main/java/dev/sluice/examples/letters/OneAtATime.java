package dev.sluice.examples.letters;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The letters job without a gateway, as such jobs are usually written: for each contract it looks up the customer, then the
 * address, and makes an update with its own commit. The demo compares this job with the job that uses the gateway.
 */
public final class OneAtATime {

    private final DataSource database;
    private final SingleLookups.Source source;
    private final Path file;
    private final LocalDate date;
    private final long limit;
    private volatile long done;

    /** Creates a job for at most the first {@code limit} contracts. */
    public OneAtATime(DataSource database, SingleLookups.Source source, Path file, LocalDate date, long limit) {
        this.database = database;
        this.source = source;
        this.file = file;
        this.date = date;
        this.limit = limit;
    }

    /**
     * Runs until the letters of all contracts are written and their updates are committed.
     *
     * @throws InterruptedException if this thread is interrupted
     */
    public LettersReport run() throws InterruptedException, IOException, SQLException {
        final long start = System.nanoTime();
        final Failures failures = new Failures();
        long written = 0;
        try (Contracts contracts = Contracts.read(database);
                Connection connection = database.getConnection();
                SingleLookups lookups = source.open();
                PreparedStatement updateContract =
                        connection.prepareStatement("UPDATE contract SET last_letter = ? WHERE id = ?");
                BufferedWriter letters = Files.newBufferedWriter(file)) {
            while (done < limit && contracts.hasNext()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted after " + written + " letters");
                }
                final Contract contract = contracts.next();
                final Optional<Customer> customer = lookups.customer(contract.customerId());
                final Optional<Address> address = lookups.address(contract.addressId());
                if (customer.isPresent() && address.isPresent()) {
                    letters.write(Letter.compose(contract, customer.get(), address.get(), date));
                    written++;
                    updateContract.setObject(1, date);
                    updateContract.setLong(2, contract.id());
                    updateContract.executeUpdate();
                } else {
                    failures.add("contract " + contract.id() + ": no " + (customer.isEmpty() ? "customer" : "address"));
                }
                done++;
            }
        }
        return new LettersReport(done, written, failures, Duration.ofNanos(System.nanoTime() - start));
    }

    /** The number of contracts done so far. Thread-safe. */
    public long done() {
        return done;
    }
}
