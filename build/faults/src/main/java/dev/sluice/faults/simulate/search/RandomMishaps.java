package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Mishaps;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Choices;
import java.util.List;
import java.util.stream.Stream;

/** Draws random mishaps up to some step. Their kinds and frequencies differ from run to run. */
final class RandomMishaps implements Mishaps {

    private static final int NEVER = 0;
    private static final List<Place> ALL = List.of(Place.values());
    private static final List<Place> ANY =
            ALL.stream().filter(place -> !place.onLanes()).toList();
    private static final int MANY_REQUESTS = 60;
    /** The places that are reached rarely, and only in long runs. */
    private static final List<Place> SELDOM =
            List.of(Place.PRUNE, Place.SYNC, Place.SYNCED, Place.CLAIM_FORGET, Place.SHUTDOWN);

    private static final List<Mishap> SET_BACK =
            Stream.of(Mishap.values()).filter(Mishap::setsBack).toList();

    private final Choices choices;
    /** The draws for the operator. They are separate, so that old seeds without an operator's mishap still give the same run. */
    private final Choices operators;

    private final int[] oneIn = new int[Fault.values().length];
    /** The last step, and the last turn, at which a mishap can happen. */
    private final int lastStep;

    private final int crashOneIn;
    private final int powerCutPercent;
    private final int lossOneIn;
    private final int pauseOneIn;
    /** The draws for backups and for going back to them. */
    private final Choices backups;

    private final int backUpOneIn;
    private final int setBackOneIn;
    private final Place preferred;
    private final int preferredOneIn;
    private int crashesLeft;
    private boolean over;

    /** @param requests the number of requests of the program */
    RandomMishaps(Choices choices, int requests) {
        this(choices, requests, ANY);
    }

    /** Returns mishaps for processes that share lanes, in addition to the mishaps of a single process. */
    static RandomMishaps ofLane(Choices choices, int requests) {
        final RandomMishaps mishaps = new RandomMishaps(choices, requests, ALL);
        mishaps.decide(Fault.ASLEEP, 2, 5, 100);
        mishaps.decide(Fault.MOVED, 2, 20, 200);
        mishaps.decide(Fault.GIVEN_UP, 6, 4, 20);
        return mishaps;
    }

    private RandomMishaps(Choices choices, int requests, List<Place> any) {
        this.choices = choices;
        this.operators = choices.fork();
        this.pauseOneIn = operators.oneIn(3) ? 20 << operators.below(6) : NEVER;
        this.backups = operators.fork();
        final boolean setsBack = backups.oneIn(6);
        this.backUpOneIn = setsBack ? 4 << backups.below(6) : NEVER;
        this.setBackOneIn = setsBack ? 10 << backups.below(6) : NEVER;
        this.lastStep = 20 + choices.below(60 * requests + 200);
        this.crashOneIn = choices.oneIn(10) ? NEVER : 10 << choices.below(8);
        this.powerCutPercent = 50 * choices.below(3);
        this.lossOneIn = choices.oneIn(2) ? NEVER : 10 << choices.below(6);
        this.crashesLeft = 1 << choices.below(6);
        decide(Fault.WIPED, 25, 10, 100);
        final boolean seldom =
                choices.oneIn(requests < MANY_REQUESTS && oneIn[Fault.WIPED.ordinal()] == NEVER ? 10 : 2);
        this.preferred = choices.of(seldom ? SELDOM : any);
        this.preferredOneIn = !seldom && choices.oneIn(2) ? NEVER : 1 + choices.below(6);
        decide(Fault.CONFLICT, 2, 10, 100);
        decide(Fault.TIMEOUT, 2, 10, 100);
        decide(Fault.STALE, 2, 10, 100);
        decide(Fault.COMMIT_CONFLICT, 2, 4, 40);
        decide(Fault.OUTAGE, 2, 4, 40);
        decide(Fault.THROTTLED, 3, 4, 40);
        decide(Fault.SLOW, 2, 2, 10);
        decide(Fault.HALF_READ, 2, 2, 6);
        decide(Fault.NO_ROOM, 3, 3, 10);
        decide(Fault.DUPLICATE_REPLY, 30, 5, 20);
        decide(Fault.BETWEEN, 2, 2, 8);
        decide(Fault.DISK_FULL, 10, 50, 200);
        decide(Fault.SLOW_SYNC, 2, 1, 5);
        decide(Fault.SHUTDOWN, 8, 20, 200);
        decide(Fault.TWIN, 25, 10, 100);
    }

    /**
     * Draws how often a fault happens. The fault is possible in one of {@code runs} runs. In such a run it happens in one of
     * {@code least} to {@code most} cases in which it could happen.
     */
    private void decide(Fault fault, int runs, int least, int most) {
        oneIn[fault.ordinal()] = choices.oneIn(runs) ? choices.between(least, most) : NEVER;
    }

    @Override
    public Mishap at(int step, Place place) {
        if (step > lastStep) {
            over = true;
            return Mishap.NONE;
        }
        final boolean crashes = happens(crashOneIn) || place == preferred && happens(preferredOneIn);
        if (crashes && crashesLeft > 0) {
            crashesLeft--;
            return crash();
        }
        if (place.onConnection() && happens(lossOneIn)) {
            return Mishap.CONNECTION_LOST;
        }
        if (setBackOneIn != NEVER && backups.oneIn(setBackOneIn)) {
            return backups.of(SET_BACK);
        }
        if (backUpOneIn != NEVER && backups.oneIn(backUpOneIn)) {
            return Mishap.BACKED_UP;
        }
        return pauseOneIn != NEVER && operators.oneIn(pauseOneIn) ? Mishap.PAUSED : Mishap.NONE;
    }

    private Mishap crash() {
        if (choices.below(100) >= powerCutPercent) {
            return Mishap.PROCESS_CRASH;
        }
        return choices.oneIn(2) ? Mishap.POWER_CUT : Mishap.POWER_CUT_HALF;
    }

    @Override
    public void turn(long number) {
        over |= number > lastStep;
    }

    private boolean happens(int rate) {
        return rate != NEVER && choices.oneIn(rate);
    }

    @Override
    public boolean happens(Fault fault) {
        return !over && happens(oneIn[fault.ordinal()]);
    }

    @Override
    public boolean lateCommitSucceeds() {
        return choices.oneIn(2);
    }

    @Override
    public int backup(int count) {
        return backups.oneIn(2) ? count - 1 : backups.below(count);
    }

    @Override
    public boolean over() {
        return over;
    }
}
