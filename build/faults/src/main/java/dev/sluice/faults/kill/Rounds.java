package dev.sluice.faults.kill;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/** Begins the rounds of a run, and has the processes that run beside them. For one thread. */
@FunctionalInterface
public interface Rounds extends AutoCloseable {

    /**
     * The environment of a round.
     *
     * @param directory the directory for all files of the round
     * @param seed the seed of its random choices; the exact moments of kills depend on the machine
     * @param stores the factory of its databases
     * @param report receives counts and broken promises
     * @param rounds the rounds of the run
     */
    record Site(Path directory, long seed, Stores stores, Report report, Rounds rounds) {}

    /** Begins a round; the round creates its own directory and databases. */
    Round begin(Site site) throws IOException, SQLException, InterruptedException;

    /** Opens the factory of the databases of all rounds. */
    default Stores stores(DatabaseKind kind, Path directory) throws IOException {
        return kind.open(directory);
    }

    /** Returns the greatest number of cycles of a round. */
    default int cycles(boolean timed) {
        return timed ? 10 : 20;
    }

    /** Checks the processes that run beside the rounds; called while a round waits for its own processes. */
    default void look() throws IOException, SQLException, InterruptedException {}

    /** Whether the present round should end, so that the next one begins. */
    default boolean isNextDue() {
        return false;
    }

    /** Ends and judges the processes that run beside the rounds; called after the last round. */
    default void end() throws IOException, SQLException, InterruptedException {}

    @Override
    default void close() {}
}
