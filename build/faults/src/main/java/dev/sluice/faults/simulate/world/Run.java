package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Mishap.Crash;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Statement.Nature;
import dev.sluice.faults.simulate.world.RunCounts.Count;
import dev.sluice.faults.simulate.world.RunCounts.Stop;
import dev.sluice.faults.simulate.world.SimulatedProcess.Found;
import dev.sluice.faults.simulate.world.SimulatedSink.DiskFull;
import dev.sluice.service.core.StoppedException;
import dev.sluice.service.update.Accepted;
import dev.sluice.service.update.CheckpointException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One run of the simulation. Starts a process of the gateway, and another one whenever a process has ended, until every request
 * is answered. Throws a {@link Violation} as soon as a promise is broken.
 */
public final class Run {

    private static final int MOST_BACKUPS = 6;

    private final World world;
    private final Job job;
    private final Queues queues;
    private Optional<SimulatedProcess> gateway = Optional.empty();
    private Optional<SimulatedProcess> twin = Optional.empty();
    private int started;
    private boolean wiped;
    private boolean acceptNewQueues;
    private boolean acceptLost;
    private boolean twinned;
    private boolean replayed;
    private boolean ended;
    private final List<Backup> backups = new ArrayList<>();
    /** The state before a database or queues were set back. Kept until a gateway has gone on or the state is restored. */
    private Optional<Backup> asItWas = Optional.empty();
    /** Whether a database lacks commits that are noted beside the results, because databases or queues were set back. */
    private boolean lacking;

    private boolean setBack;

    /**
     * The state of everything at one instant.
     *
     * @param alone the place of the request that, according to the notes, was the only one in progress
     */
    private record Backup(World.Saved databases, SimulatedOutput output, int requests, OptionalInt alone) {}

    public Run(World world) {
        this.world = world;
        this.job = new Job(world, world.setup.program());
        this.queues = new Queues(world, job);
        world.backUpWith(this::backUp);
        backUp();
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

    /**
     * Called when every request is answered. Restores an older copy of the output with {@code results} results, so that the other
     * requests are answered again.
     */
    public void replay(int results) {
        if (ended || apart() || wiped) {
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
        if (setBack && !world.startsAfter(queues.output().size())) {
            ended = true;
            return;
        }
        lacking = setBack && world.lacksCommits(queues.output().commits());
        acceptLost &= lacking;
        started++;
        world.tally.count(Count.STARTS);
        try {
            gateway = Optional.of(new SimulatedProcess(
                    world, started, Found.of(queues.output(), new Accepted(acceptNewQueues, acceptLost))));
        } catch (final Crash e) {
            crashed(e.mishap());
        }
    }

    private void meetFaults(SimulatedProcess running) {
        if (world.happens(Fault.SHUTDOWN)) {
            running.stop();
        }
        if (running.stopped()) {
            shutDown(running);
        } else if (!apart() && !wiped && !lacking) {
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

    /**
     * Whether all updates run in transactions. An update outside of a transaction is not in the checkpoint before it is done,
     * and is only promised at least once.
     */
    private boolean allInTransactions() {
        return world.setup.program().statements().stream().noneMatch(it -> it.nature() == Nature.OUTSIDE);
    }

    /** Starts another gateway with the same name on a copy of the queues; the copy is the valid one from here on. */
    private void split(SimulatedProcess running) {
        twinned = true;
        noteIfAlone(running); // before the copy, so that the copied notes contain this, too
        twin = Optional.of(running);
        running.leftBehind();
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
            return; // the gateway's program tries again
        } catch (final CheckpointException | RuntimeException e) {
            if (!process.life.faultExpected()) {
                throw new Violation(Promise.NO_FAULT, "process " + process.life.claimant.number() + " failed: " + e, e);
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
        crashed(mishap);
    }

    private void crashed(Mishap mishap) {
        if (mishap.powerCut()) {
            cutPower(mishap);
        } else if (mishap.setsBack() && !apart() && allInTransactions()) {
            setBack(mishap, backups.get(world.mishaps.backup(backups.size())));
        }
    }

    /** Whether there are two pairs of queues, or a checkpoint without queues. */
    private boolean apart() {
        return twinned || world.judge.orphans();
    }

    /**
     * Makes a backup, unless a database lacks commits: such a backup would hide the loss as soon as the database has caught up.
     */
    private void backUp() {
        if (!apart() && !(setBack && world.lacksCommits(queues.output().commits()))) {
            if (backups.size() == MOST_BACKUPS) {
                backups.remove(0);
            }
            backups.add(backup());
        }
    }

    private Backup backup() {
        final OptionalInt alone = gateway.filter(SimulatedProcess::oneToBlame).stream()
                .mapToInt(SimulatedProcess::taken)
                .findFirst();
        return new Backup(world.saved(), queues.output().copy(), world.input().size(), alone);
    }

    /**
     * Goes back to a backup while no process runs. If the backup is one of former queues, only a database can be set back to it.
     */
    private void setBack(Mishap mishap, Backup to) {
        final boolean former = !to.databases.queue().equals(world.input().id());
        if (former ? mishap != Mishap.DATABASE_SET_BACK : to.databases.program() != job.program()) {
            return;
        }
        world.settle();
        asItWas = Optional.of(backup());
        setBack = true;
        world.trace.note(() -> mishap + ": to " + to.output.size() + " results and " + to.requests + " requests");
        if (mishap == Mishap.DATABASE_SET_BACK || mishap == Mishap.ALL_SET_BACK) {
            backups.subList(backups.indexOf(to) + 1, backups.size()).clear(); // later states no longer happened
        }
        switch (mishap) {
            case DATABASE_SET_BACK -> world.setOneBack(to.databases);
            case ALL_SET_BACK -> bringBack(to);
            default -> {
                world.judge.allowReadsAgain(world.lastUpdate() + 1);
                setOutputBack(to);
                if (mishap == Mishap.QUEUES_SET_BACK) {
                    queues.setInput(to.requests, true);
                }
            }
        }
    }

    /** Restores everything from one backup. */
    private void bringBack(Backup then) {
        world.setBack(then.databases);
        setOutputBack(then);
        queues.setInput(then.requests, false);
    }

    private void setOutputBack(Backup then) {
        queues.setBack(then.output);
        then.alone.ifPresent(world.judge::endedAlone);
    }

    /** Restores the state before a part was set back, if nothing was committed since; returns whether it did. */
    private boolean bringBack() {
        final Optional<Backup> right = asItWas.filter(it ->
                it.databases.known().commits() == world.judge.commits() && it.databases.program() == job.program());
        right.ifPresent(this::bringBack);
        asItWas = Optional.empty();
        return right.isPresent();
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
                () -> "process " + process.life.claimant.number() + " stopped, " + stop + ": " + reason.getMessage());
        switch (stop) {
            case OTHER_REQUESTS -> ended = true;
            case OLD_OUTPUT -> ended = replayed || !bringBack();
            case LOST_COMMITS -> acceptLost = world.choices.oneIn(2) || !bringBack();
            case OTHER_QUEUES -> acceptNewQueues = true;
            case FENCED -> {
                if (right) {
                    twin.ifPresent(this::gone);
                    queues.takeLongestOutput();
                }
            }
            default -> {
                // the gateway is started again
            }
        }
    }

    /**
     * Returns the permitted reason why a gateway has stopped. If there is none, the gateway had to go on, so a violation is
     * thrown.
     */
    private Stop why(SimulatedProcess process, StoppedException reason) {
        final Positions positions = world.setup.positions();
        if (lacking && !acceptLost) {
            return Stop.LOST_COMMITS;
        }
        if ((replayed || setBack) && world.prunedAfter(positions.place(process.life.claimant.answered()))) {
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
                Promise.GOES_ON, "process " + process.life.claimant.number() + " stopped: " + reason.getMessage());
    }
}
