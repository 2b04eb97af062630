package dev.sluice.faults.kill;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** The transport of a run's lanes. An implementation may have options of its own, as a mixin of {@link CrashCommand}. */
public interface Transport {

    /** The job whose requests a run sends. */
    enum Scenario {
        /** Writers whose requests change the accounts of a bank. */
        BANK,
        /** A restartable job that writes letters. */
        JOB,
        /** A restartable job that writes letters, with its gateway embedded in its process. */
        EMBEDDED
    }

    /** Returns the value of the option {@code --transport} that chooses it. */
    String name();

    /**
     * Refuses options that exclude each other, and returns the mishaps that can happen.
     *
     * @param timed whether the run lasts for a time
     */
    List<Mishap> mishaps(Scenario scenario, boolean timed);

    /** Returns the rounds of a run. */
    Rounds rounds(Scenario scenario, KillRun.Plan plan, Report report)
            throws IOException, SQLException, InterruptedException;
}
