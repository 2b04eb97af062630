package dev.sluice.examples.letters;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/** Customers and addresses, each asked for by itself. One thread. */
public interface SingleLookups extends AutoCloseable {

    /** Opens lookups for the time of a job. */
    @FunctionalInterface
    interface Source {
        SingleLookups open() throws SQLException;
    }

    Optional<Customer> customer(long id) throws SQLException, IOException, InterruptedException;

    Optional<Address> address(long id) throws SQLException, IOException, InterruptedException;

    @Override
    void close() throws SQLException;
}
