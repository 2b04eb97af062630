package dev.sluice.faults.kill;

import dev.sluice.faults.kill.Kill.Moment;
import java.io.IOException;
import java.util.Optional;

/** The progress of a round whose processes are running. For one thread. */
public interface Watched {

    /** Does the steps that are due, and returns a number that changes whenever the processes make progress. */
    long look() throws IOException, InterruptedException;

    /** Returns whether there is nothing more to wait for. */
    default boolean ended() {
        return false;
    }

    /** Returns the state in which a kill would find the process, if the moment of the kill has come. */
    default Optional<Moment> due() {
        return Optional.empty();
    }

    /** Whether the awaited moment is short, so that only short pauses are allowed. */
    default boolean closely() {
        return false;
    }
}
