package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Mishap.Crash;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Statement.Nature;
import dev.sluice.faults.simulate.world.SimulatedProcess.Found;
import dev.sluice.faults.simulate.world.SimulatedSink.DiskFull;
import dev.sluice.faults.simulate.world.Tally.Count;
import dev.sluice.faults.simulate.world.Tally.Stop;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.update.CheckpointException;
import java.util.Optional;

/**
 * One run: starts the gateway, and starts it again whenever it ended, until every request is answered. Throws a
 * {@link Violation} as soon as a promise is broken.
 */
public final class Run {

    private final World world;
    private final Job job;
    private final Queues queues;
    private Optional<SimulatedProcess> gateway = Optional.empty();
    private Optional<SimulatedProcess> twin = Optional.empty();
    private int started;
    private boolean wiped;
    private boolean acceptNewQueues;
    private boolean twinned;
    private boolean replayed;
    private boolean ended;

    public Run(World world) {
        this.world = world;
        this.job = new Job(world, world.setup.program());
        this.queues = new Queues(world, job);
    }

    /** Runs until every request is answered. */
    public void play() {
        while (!ended && !done()) {
            turn();
        }
        world.settle();
        if (!ended) {
            world.judge.checkEnd();
        }
    }

    /** Brings back an older copy of the output, with so many results, once all is answered: the rest is answered again. */
    public void replay(int results) {
        if (ended || twinned || wiped || world.judge.orphans()) {
            return;
        }
        replayed = true;
        world.tally.count(Count.REPLAYS);
        gateway.ifPresent(this::gone);
        queues.output().cut(results);
        world.judge.replay();
        world.trace.note(() -> "the output is cut to " + results + " results");
        play();
    }

    private boolean done() {
        return queues.output().size() == job.program().size()
                && gateway.filter(SimulatedProcess::finished).isPresent();
    }

    private void turn() {
        world.nextTurn();
        world.judge.checkLiveness(queues.output().size());
        job.work();
        if (gateway.isEmpty()) {
            start();
        } else {
            meetFaults(gateway.get());
        }
        gateway.ifPresent(this::advance);
        twin.ifPresent(this::advance);
    }

    private void start() {
        if (queues.outputAhead()) {
            world.tally.count(Stop.OUTPUT_AHEAD);
            job.pause(0);
            return;
        }
        started++;
        world.tally.count(Count.STARTS);
        try {
            gateway = Optional.of(new SimulatedProcess(world, started, Found.of(queues.output(), acceptNewQueues)));
        } catch (final Crash e) {
            if (e.mishap().powerCut()) {
                cutPower(e.mishap());
            }
        }
    }

    private void meetFaults(SimulatedProcess running) {
        if (world.happens(Fault.SHUTDOWN)) {
            running.stop();
        }
        if (running.stopped()) {
            shutDown(running);
        } else if (!twinned && !wiped && !world.judge.orphans()) {
            if (allInTransactions() && world.happens(Fault.TWIN)) {
                split(running);
            } else if (world.happens(Fault.WIPED)) {
                wiped = true;
                gone(running);
                queues.wipe();
            }
        }
    }

    private void shutDown(SimulatedProcess running) {
        try {
            running.end();
            running.life.step(Place.SHUTDOWN, queues.output().size());
            gone(running);
        } catch (final Crash e) {
            crashed(running, e.mishap());
        }
    }

    /** An update outside of transactions leaves nothing in the checkpoint before it is done: it is promised at least once. */
    private boolean allInTransactions() {
        return world.setup.program().statements().stream().noneMatch(it -> it.nature() == Nature.OUTSIDE);
    }

    /** Starts another gateway of the same name on a copy of the queues, which is the right one from here on. */
    private void split(SimulatedProcess running) {
        twinned = true;
        noteIfAlone(running); // a copy of its notes says so, too
        twin = Optional.of(running);
        gateway = Optional.empty();
        queues.copyOutput();
        world.judge.allowReadsAgain(Integer.MAX_VALUE);
    }

    private void advance(SimulatedProcess process) {
        try {
            process.turn();
        } catch (final Crash e) {
            crashed(process, e.mishap());
        } catch (final StoppedException e) {
            stopped(process, e);
        } catch (final DiskFull e) {
            return; // the program tries again
        } catch (final CheckpointException | RuntimeException e) {
            if (!process.life.faultExpected()) {
                throw new Violation(Promise.NO_FAULT, "run " + process.life.claimant.number() + " failed: " + e, e);
            }
            world.tally.count(Stop.DUPLICATE_REPLY);
            gone(process);
        }
    }

    private void gone(SimulatedProcess process) {
        noteIfAlone(process);
        process.gone();
        twin = twin.filter(it -> it != process);
        gateway = gateway.filter(it -> it != process);
    }

    private void noteIfAlone(SimulatedProcess process) {
        if (process.oneToBlame()) {
            world.judge.endedAlone(process.taken());
        }
    }

    private void crashed(SimulatedProcess process, Mishap mishap) {
        gone(process);
        if (mishap.powerCut()) {
            cutPower(mishap);
        }
    }

    private void cutPower(Mishap mishap) {
        gateway.ifPresent(this::gone);
        twin.ifPresent(this::gone);
        queues.cutPower(mishap, !twinned && !wiped && allInTransactions());
    }

    private void stopped(SimulatedProcess process, StoppedException reason) {
        process.end();
        final boolean right = gateway.filter(it -> it == process).isPresent();
        gone(process);
        job.pause(0);
        final Stop stop = why(process, reason);
        world.tally.count(stop);
        world.trace.note(
                () -> "run " + process.life.claimant.number() + " stopped, " + stop + ": " + reason.getMessage());
        switch (stop) {
            case OTHER_REQUESTS, OLD_OUTPUT -> ended = true;
            case OTHER_QUEUES -> acceptNewQueues = true;
            case FENCED -> {
                if (right) {
                    twin.ifPresent(this::gone);
                    queues.takeLongestOutput();
                }
            }
            default -> {
                // it is started again
            }
        }
    }

    /** Returns the reason why a gateway may have stopped; without a reason it had to go on. */
    private Stop why(SimulatedProcess process, StoppedException reason) {
        final Positions positions = world.setup.positions();
        if (replayed && world.prunedAfter(positions.place(process.life.claimant.answered()))) {
            return Stop.OLD_OUTPUT;
        }
        if (twinned) {
            return Stop.FENCED;
        }
        if (world.judge.orphans()) {
            return Stop.OTHER_REQUESTS;
        }
        if (wiped && !acceptNewQueues) {
            return Stop.OTHER_QUEUES;
        }
        final int behindInput = positions.place(process.life.claimant.lastRequest()) + 1;
        if (queues.inputLostFrom(behindInput) && world.lastKnown() >= behindInput) {
            return Stop.INPUT_LOST;
        }
        throw new Violation(
                Promise.GOES_ON, "run " + process.life.claimant.number() + " stopped: " + reason.getMessage());
    }
}
