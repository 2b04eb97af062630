package dev.sluice.perf.load;

import dev.sluice.examples.letters.Contract;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Iterator;

/**
 * A way in which the letters job asks for customer and address of its contracts. What it keeps open from one run to the
 * next is open from the beginning: connections, statements, threads. One thread runs and closes it.
 */
public interface LettersVariant extends AutoCloseable {

    /**
     * Asks for each contract and writes its letter.
     *
     * @param contracts in the order of the letters; those that are read as they are taken, by one thread at a time
     * @param letters where they go
     */
    void write(Iterator<Contract> contracts, Letters letters) throws Exception;

    @Override
    void close() throws IOException, SQLException;
}
