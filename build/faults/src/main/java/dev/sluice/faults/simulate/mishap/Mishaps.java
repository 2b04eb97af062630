package dev.sluice.faults.simulate.mishap;

/** Decides which mishaps and faults happen, and when. */
public interface Mishaps {

    /** Returns the mishap at this step; steps are counted from 1. */
    Mishap at(int step, Place place);

    /** Notes that the turn of the duty cycle with the given number begins. */
    void turn(long number);

    /** Returns whether a fault happens now; called at each moment at which it could happen. */
    boolean happens(Fault fault);

    /** Whether the server carries out a commit that was just sent and whose reply will never come. */
    boolean lateCommitSucceeds();

    /** Returns the number of the backup to restore, from 0 for the oldest. */
    int backup(int backups);

    /** Whether no mishap happens any more, so that the gateway must finish from here on. */
    boolean over();
}
