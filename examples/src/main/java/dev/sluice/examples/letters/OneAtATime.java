package dev.sluice.examples.letters;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The letters job without a gateway, as it is usually written: a query for the customer, one for the address, an update
 * with its commit, then the next contract. What the gateway's job is compared with.
 */
public final class OneAtATime {

    private final DataSource database;
    private final Path file;
    private final LocalDate date;
    private final long limit;
    private volatile long done;

    /** A job for the first contracts, {@code limit} at most. */
    public OneAtATime(DataSource database, Path file, LocalDate date, long limit) {
        this.database = database;
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
                PreparedStatement selectCustomer =
                        connection.prepareStatement("SELECT first_name, last_name FROM customer WHERE id = ?");
                PreparedStatement selectAddress =
                        connection.prepareStatement("SELECT street, postcode, city FROM address WHERE id = ?");
                PreparedStatement updateContract =
                        connection.prepareStatement("UPDATE contract SET last_letter = ? WHERE id = ?");
                BufferedWriter letters = Files.newBufferedWriter(file)) {
            while (done < limit && contracts.hasNext()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted after " + written + " letters");
                }
                final Contract contract = contracts.next();
                final Optional<Customer> customer = customer(selectCustomer, contract.customerId());
                final Optional<Address> address = address(selectAddress, contract.addressId());
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

    private static Optional<Customer> customer(PreparedStatement select, long id) throws SQLException {
        select.setLong(1, id);
        try (ResultSet rows = select.executeQuery()) {
            return rows.next() ? Optional.of(new Customer(rows.getString(1), rows.getString(2))) : Optional.empty();
        }
    }

    private static Optional<Address> address(PreparedStatement select, long id) throws SQLException {
        select.setLong(1, id);
        try (ResultSet rows = select.executeQuery()) {
            return rows.next()
                    ? Optional.of(new Address(rows.getString(1), rows.getString(2), rows.getString(3)))
                    : Optional.empty();
        }
    }
}
