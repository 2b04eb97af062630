package dev.sluice.examples.letters;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
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

    /** Returns what a run has asked that has ended. */
    Asking asking();

    /**
     * The requests of one run of a form, and those that it was spared.
     *
     * @param requests requests that this run wrote
     * @param fromHistory requests of an earlier run that were on the queue already, and whose results this one took
     * @param doneBefore contracts that an earlier run had done, and this one passed over
     * @param questions those of the requests that were written in one go, 0 where asking and handling alternate
     * @param questionsTook how long those took to write
     */
    record Asking(long requests, long fromHistory, long doneBefore, long questions, Duration questionsTook) {

        Asking(long requests, long fromHistory, long doneBefore) {
            this(requests, fromHistory, doneBefore, 0, Duration.ZERO);
        }
    }
}
