package dev.sluice.examples.letters;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;

/**
 * The letters job in one of the forms that a loop over a gateway can have. All of them end with the same letters, also
 * when they are killed at any moment and run again.
 */
public interface LettersForm {

    /**
     * Runs until each contract has its letter and each update its result. Once.
     *
     * @throws InterruptedException if this thread is interrupted, or an unchecked exception of the loop's own; what was
     *     asked stays asked
     */
    LettersReport run() throws InterruptedException, ExecutionException, IOException, SQLException;

    /** Contracts that were asked about until now, those of earlier runs included. Any thread. */
    long asked();

    /** Contracts that are done until now, with a letter or without, those of earlier runs included. Any thread. */
    long done();

    /** What was asked by a run that has ended. */
    Asking asking();
}
