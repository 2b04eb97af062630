package dev.sluice.faults.simulate.mishap;

/** Decides what goes wrong, and when. */
public interface Mishaps {

    /** Returns the mishap at this step; steps are counted from 1. */
    Mishap at(int step, Place place);

    /** Notes that the duty cycle goes round, for the time of that number. */
    void turn(long number);

    /** Returns whether a fault happens now, where it could. */
    boolean happens(Fault fault);

    /** Whether a commit that was just sent, and whose reply will never come, is done in the end. */
    boolean lateCommitSucceeds();

    /** Which of so many backups is brought back, the newest of which is the last. */
    int backup(int backups);

    /** Whether nothing goes wrong any more: from here on the gateway must get done. */
    boolean over();
}
