package dev.sluice.perf.load;

import dev.sluice.examples.letters.Contract;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Iterator;

/**
 * A variant of the letters job, which looks up the customer and the address of each contract in a certain way. Its constructor
 * opens all connections, statements and threads; successive runs reuse them. The same thread runs and closes the variant.
 */
public interface LettersVariant extends AutoCloseable {

    /**
     * Looks up the customer and the address of each contract, and writes its letter.
     *
     * @param contracts the contracts in the order of the letters; only one thread at a time may use the iterator, because it
     *     reads from the database
     * @param letters receives the letters
     */
    void write(Iterator<Contract> contracts, Letters letters) throws Exception;

    @Override
    void close() throws IOException, SQLException;
}
