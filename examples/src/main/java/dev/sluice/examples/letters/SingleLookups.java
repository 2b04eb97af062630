package dev.sluice.examples.letters;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/** Looks up single customers and addresses. Not thread-safe. */
public interface SingleLookups extends AutoCloseable {

    /** Opens lookups for the duration of a job. */
    @FunctionalInterface
    interface Source {
        SingleLookups open() throws SQLException;
    }

    Optional<Customer> customer(long id) throws SQLException, IOException, InterruptedException;

    Optional<Address> address(long id) throws SQLException, IOException, InterruptedException;

    @Override
    void close() throws SQLException;
}
