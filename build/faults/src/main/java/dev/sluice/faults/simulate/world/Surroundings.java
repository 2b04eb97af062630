package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Mishaps;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Choices;
import dev.sluice.faults.simulate.program.Trace;
import dev.sluice.faults.simulate.world.RunCounts.Count;
import java.util.UUID;

/** The environment of processes and databases: the input, time, random choices, and mishaps. */
class Surroundings {

    static {
        // Switches off the gateway's log lines about outages and stops. Must run before the gateway's classes create
        // their loggers, because a logger keeps its level.
        for (final String logger : new String[] {"control", "core", "update"}) {
            System.setProperty("org.slf4j.simpleLogger.log.dev.sluice.service." + logger, "off");
        }
    }

    private static final int LONGEST_TURN_NANOS = 200;

    final Setup setup;
    final Choices choices;
    final Mishaps mishaps;
    final Trace trace;
    final RunCounts tally;
    final Operator operator = new Operator();
    private SimulatedInput input;
    private long turn;
    private long nowNanos;
    private int steps;
    private long diskFullUntil;
    private Runnable backUp = () -> {};

    Surroundings(Setup setup, Choices choices, Mishaps mishaps, Trace trace, RunCounts tally) {
        this.setup = setup;
        this.choices = choices;
        this.mishaps = mishaps;
        this.trace = trace;
        this.tally = tally;
        wipeInput();
        // a monotonic clock may start at any value, and may overflow
        this.nowNanos = choices.oneIn(2) ? choices.next() : Long.MAX_VALUE - choices.below(10_000);
    }

    final void wipeInput() {
        input = new SimulatedInput(new UUID(choices.next(), choices.next()));
    }

    final SimulatedInput input() {
        return input;
    }

    /** Returns the number of turns of the duty cycle so far. */
    final long turn() {
        return turn;
    }

    final long nowNanos() {
        return nowNanos;
    }

    /** Returns the wall clock, which advances by a millisecond in each turn, but is also set back and forth. */
    final long wallClockNanos() {
        return (turn % 7 == 0 ? -turn : turn) * 1_000_000;
    }

    final void nextTurn() {
        turn++;
        mishaps.turn(turn);
        operator.turn(turn);
        nowNanos += choices.below(LONGEST_TURN_NANOS);
        if (happens(Fault.DISK_FULL)) {
            diskFullUntil = turn + choices.below(20);
        }
    }

    final boolean diskFull() {
        return turn < diskFullUntil;
    }

    /** Sets the action that makes a backup; it may run at any step. */
    final void backUpWith(Runnable maker) {
        backUp = maker;
    }

    /** Notes that a process takes another step. */
    final void noteStep(int process, Place place, long detail) {
        steps++;
        tally.count(Count.STEPS);
        trace.add(steps, turn, place, process, detail);
    }

    /** Returns the mishap at the last noted step. */
    final Mishap mishap(int process, Place place) {
        final Mishap mishap = mishaps.at(steps, place);
        if (mishap != Mishap.NONE) {
            trace.add(steps, turn, mishap, process, steps);
            tally.count(mishap, place);
        }
        if (mishap == Mishap.PAUSED) {
            operator.changesHisMind(steps, turn);
        } else if (mishap == Mishap.BACKED_UP) {
            backUp.run();
        }
        return mishap;
    }

    /** Returns whether a fault happens now. */
    final boolean happens(Fault fault) {
        if (!mishaps.happens(fault)) {
            return false;
        }
        tally.count(fault);
        trace.add(steps, turn, fault, 0, 0);
        return true;
    }
}
