package dev.sluice.faults.simulate.mishap;

/** Decides what goes wrong, and when. */
public interface Mishaps {

    /** What happens at this step; steps are counted from 1. */
    Mishap at(int step, Place place);

    /** The duty cycle goes round, for the so many-th time. */
    void turn(long number);

    /** Whether this goes wrong now, where it could. */
    boolean happens(Fault fault);

    /** Whether a commit that was just sent, and whose reply will never come, is done in the end. */
    boolean lateCommitSucceeds();

    /** Whether nothing goes wrong any more: from here on the gateway must get done. */
    boolean over();
}
