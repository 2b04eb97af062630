package dev.sluice.perf.load;

import dev.sluice.examples.letters.Contract;
import java.io.IOException;
import java.sql.SQLException;
import java.util.function.Consumer;

/** A way to compose letters one by one, as they are asked for. Asked, polled and closed by one thread. */
public interface LettersOnDemand extends AutoCloseable {

    /**
     * Asks for a contract's letter.
     *
     * @param done takes it, now or later, on any thread
     */
    void ask(Contract contract, Consumer<String> done) throws Exception;

    /**
     * Work that the asking thread does in between.
     *
     * @return how much was done; 0 if it may rest
     */
    default int poll() {
        return 0;
    }

    @Override
    void close() throws IOException, SQLException;
}
