package dev.sluice.faults.kill;

import dev.sluice.faults.kill.Kill.Moment;
import java.io.IOException;
import java.util.Optional;

/** What a round looks at while its processes work. One thread. */
public interface Watched {

    /** Does what is due; returns a number that changes when the processes get something done. */
    long look() throws IOException, InterruptedException;

    /** Whether there is nothing more to wait for. */
    default boolean ended() {
        return false;
    }

    /** Returns what a kill would come upon, if its moment has come. */
    default Optional<Moment> due() {
        return Optional.empty();
    }

    /** Whether the moment is near, and a short one, to be waited for without long pauses. */
    default boolean closely() {
        return false;
    }
}
