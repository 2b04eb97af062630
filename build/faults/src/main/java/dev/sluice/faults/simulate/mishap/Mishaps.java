package dev.sluice.faults.simulate.mishap;

/** Decides which mishaps and faults happen, and when. */
public interface Mishaps {

    /** Returns the mishap at this step; steps are counted from 1. */
    Mishap at(int step, Place place);

    /** Notes that the turn of the duty cycle with the given number begins. */
    void turn(long number);

    /** Returns whether a fault happens now; called at each moment at which it could happen. */
    boolean happens(Fault fault);

    /** Whether a commit that was just sent, and whose reply will never come, is done in the end. */
    boolean lateCommitSucceeds();

    /** Which of so many backups is brought back, the newest of which is the last. */
    int backup(int backups);

    /** Whether nothing goes wrong any more: from here on the gateway must get done. */
    boolean over();
}
