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
 * The letters job without a gateway, as it is usually written: a question for the customer, one for the address, an
 * update with its commit, then the next contract. What the gateway's job is compared with.
 */
public final class OneAtATime {

    private final DataSource database;
    private final SingleLookups.Source source;
    private final Path file;
    private final LocalDate date;
    private final long limit;
    private volatile long done;

    /** A job for the first contracts, {@code limit} at most. */
    public OneAtATime(DataSource database, SingleLookups.Source source, Path file, LocalDate date, long limit) {
        this.database = database;
        this.source = source;
        this.file = file;
        this.date = date;
        this.limit = limit;
    }

    /**
     * Runs until each contract has its letter and its update is committed.
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

    /** The contracts done until now. Any thread. */
    public long done() {
        return done;
    }
}
