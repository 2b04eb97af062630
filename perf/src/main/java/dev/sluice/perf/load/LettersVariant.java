package dev.sluice.perf.load;

import dev.sluice.examples.letters.Contract;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Iterator;

/**
 * A variant of the letters job: one method of looking up the customer and the address of each contract. Its constructor opens
 * all connections, statements and threads that are reused from one run to the next. One thread runs and closes it.
 */
public interface LettersVariant extends AutoCloseable {

    /**
     * Looks up the customer and the address of each contract, and writes its letter.
     *
     * @param contracts the contracts in the order of the letters; the iterator reads lazily, so only one thread at a time may
     *     use it
     * @param letters receives the letters
     */
    void write(Iterator<Contract> contracts, Letters letters) throws Exception;

    @Override
    void close() throws IOException, SQLException;
}
