package dev.sluice.faults.simulate;

import dev.sluice.faults.simulate.Statement.Nature;
import dev.sluice.faults.simulate.Tally.Stop;
import dev.sluice.service.chunk.StoppedException;
import dev.sluice.service.update.CheckpointException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One run: starts the gateway, and starts it again whenever it ended, until every request is answered. Throws a
 * {@link Violation} as soon as a promise is broken.
 */
final class Run {

    /** How long a gateway that was told to stop may finish. */
    private static final int PATIENCE_TURNS = 200;

    private static final int PAUSE_TURNS = 50;
    private static final int LEAST_QUIET_TURNS = 3_000;
    private static final int QUIET_TURNS_A_REQUEST = 200;

    private final World world;
    private final Job job;
    private final List<SimulatedOutput> outputs = new ArrayList<>();
    private SimulatedOutput output = new SimulatedOutput();
    private Optional<SimulatedProcess> gateway = Optional.empty();
    private Optional<SimulatedProcess> twin = Optional.empty();
    private int started;
    private long quietTurns;
    /** The input had so many requests before a power cut. */
    private int inputOnce;

    private boolean wiped;
    private boolean acceptNewQueues;
    private boolean twinned;
    private boolean replayed;
    private boolean ended;

    Run(World world) {
        this.world = world;
        this.job = new Job(world, world.setup().program());
        outputs.add(output);
    }

    /** @param replay whether to bring back an older output at the end, and let the gateway answer again */
    void play(boolean replay) {
        drain();
        if (replay && !ended && !twinned && !wiped && !world.judge().orphans()) {
            replay();
            drain();
        }
        world.tally()
                .countRun(job.program().size(), world.steps(), world.trace().hash());
    }

    private void drain() {
        while (!ended && !done()) {
            turn();
        }
        world.databases().forEach(SimulatedDatabase::settle);
        if (!ended) {
            world.judge().checkEnd();
        }
    }

    private boolean done() {
        return output.size() == job.program().size()
                && gateway.filter(SimulatedProcess::finished).isPresent();
    }

    private void turn() {
        world.nextTurn();
        checkLiveness();
        job.work();
        if (gateway.isEmpty()) {
            start();
        } else {
            meetFaults(gateway.get());
        }
        gateway.ifPresent(this::advance);
        twin.ifPresent(this::advance);
    }

    private void checkLiveness() {
        if (world.mishaps().over()
                && ++quietTurns
                        > LEAST_QUIET_TURNS
                                + QUIET_TURNS_A_REQUEST * (long) job.program().size()) {
            throw new Violation(
                    Promise.LIVENESS,
                    output.size() + " of " + job.program().size() + " requests are answered, and then nothing");
        }
    }

    private void start() {
        if (output.size() > world.input().size()) {
            world.tally().count(Stop.OUTPUT_AHEAD);
            job.pause(0);
            return;
        }
        started++;
        world.tally().countStart();
        try {
            gateway = Optional.of(new SimulatedProcess(world, started, output, acceptNewQueues));
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
        if (running.stopped(PATIENCE_TURNS)) {
            end(running, Place.SHUTDOWN);
        } else if (!twinned && !wiped && !world.judge().orphans()) {
            if (allInTransactions() && world.happens(Fault.TWIN)) {
                split(running);
            } else if (world.happens(Fault.WIPED)) {
                wipe(running);
            }
        }
    }

    private void end(SimulatedProcess running, Place place) {
        try {
            running.step(place, output.size());
            running.die(Mishap.PROCESS_CRASH);
            gateway = Optional.empty();
        } catch (final Crash e) {
            crashed(running, e.mishap());
        }
    }

    /** What no transaction takes leaves nothing in the checkpoint before it is done: it is promised at least once. */
    private boolean allInTransactions() {
        return world.setup().program().statements().stream().noneMatch(it -> it.nature() == Nature.OUTSIDE);
    }

    /** Another gateway of the same name is started elsewhere on a copy of the queues; that one is the right one. */
    private void split(SimulatedProcess running) {
        twinned = true;
        twin = Optional.of(running);
        gateway = Optional.empty();
        output = output.copy();
        outputs.add(output);
        world.judge().allowReadsAgain(Integer.MAX_VALUE);
    }

    private void wipe(SimulatedProcess running) {
        wiped = true;
        running.die(Mishap.PROCESS_CRASH);
        gateway = Optional.empty();
        output = new SimulatedOutput();
        outputs.clear();
        outputs.add(output);
        inputOnce = 0;
        final Program other =
                RandomSetups.otherRequests(world.choices(), world.setup().program(), 0);
        job.replace(other);
        world.wipe(other);
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
            if (!process.faultExpected()) {
                throw new Violation(Promise.NO_FAULT, "run " + process.number() + " failed: " + e, e);
            }
            world.tally().count(Stop.DUPLICATE_REPLY);
            gone(process);
        }
    }

    private void gone(SimulatedProcess process) {
        process.die(Mishap.PROCESS_CRASH);
        twin = twin.filter(it -> it != process);
        gateway = gateway.filter(it -> it != process);
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
        for (final SimulatedOutput each : outputs) {
            each.cut(left(each.size(), each.synced(), mishap));
        }
        final SimulatedInput input = world.input();
        final int before = input.size();
        input.cut(left(before, input.synced(), mishap));
        world.judge().powerCut(input, output, world.lastKnown());
        if (!world.setup().syncChunk()) {
            world.judge().allowReadsAgain(world.lastUpdate() + 1);
        }
        if (input.size() < before) {
            inputOnce = Math.max(inputOnce, before);
            job.pause(world.choices().oneIn(3) ? PAUSE_TURNS : 0);
            final boolean possible = output.size() <= input.size() && !twinned && !wiped && allInTransactions();
            if (possible && world.choices().oneIn(4)) {
                askOthers(input.size());
            }
        }
    }

    private int left(int size, int synced, Mishap mishap) {
        return synced + (mishap == Mishap.POWER_CUT_HALF ? world.choices().below(size - synced + 1) : 0);
    }

    /** What the input lost the job does not write again, but something else. */
    private void askOthers(int place) {
        final Map<String, Long> orphaned = world.checkpointsBehind(place - 1);
        final Set<Integer> databases = new TreeSet<>();
        for (int backend = 0; backend < world.setup().program().backends().size(); backend++) {
            if (orphaned.containsKey(Setup.backend(backend))) {
                databases.add(world.setup().program().backends().get(backend));
            }
        }
        final Program other = RandomSetups.otherRequests(world.choices(), job.program(), place);
        job.replace(other);
        world.judge().replace(other, orphaned, databases);
    }

    private void stopped(SimulatedProcess process, StoppedException reason) {
        final boolean wasTwin = twin.filter(it -> it == process).isPresent();
        gone(process);
        job.pause(0);
        final Stop stop = why(process, reason);
        world.tally().count(stop);
        if (world.trace().readable()) {
            world.trace().note("run " + process.number() + " stopped, " + stop + ": " + reason.getMessage());
        }
        switch (stop) {
            case OTHER_REQUESTS, OLD_OUTPUT -> ended = true;
            case OTHER_QUEUES -> acceptNewQueues = true;
            case FENCED -> {
                if (!wasTwin) {
                    twin.ifPresent(this::gone);
                    output = longestOutput();
                }
            }
            default -> {
                // it is started again
            }
        }
    }

    private Stop why(SimulatedProcess process, StoppedException reason) {
        if (twinned) {
            return Stop.FENCED;
        }
        if (world.judge().orphans()) {
            return Stop.OTHER_REQUESTS;
        }
        if (wiped && !acceptNewQueues) {
            return Stop.OTHER_QUEUES;
        }
        final int answered = world.setup().positions().place(process.answered());
        if (replayed && world.prunedBehind(answered)) {
            return Stop.OLD_OUTPUT;
        }
        final int requests = world.setup().positions().place(process.lastRequest()) + 1;
        if (requests < inputOnce && world.lastKnown() >= requests) {
            return Stop.INPUT_LOST;
        }
        throw new Violation(Promise.GOES_ON, "run " + process.number() + " stopped: " + reason.getMessage());
    }

    /** The right one, when there are several: what it has, no other lacks. */
    private SimulatedOutput longestOutput() {
        SimulatedOutput longest = output;
        for (final SimulatedOutput each : outputs) {
            longest = each.size() > longest.size() ? each : longest;
        }
        return longest;
    }

    /** An older copy of the output is brought back. */
    private void replay() {
        replayed = true;
        quietTurns = 0;
        world.tally().countReplay();
        gateway.ifPresent(this::gone);
        output.cut(world.choices().below(output.size() + 1));
        world.judge().allowReadsAgain(Integer.MAX_VALUE);
        if (world.trace().readable()) {
            world.trace().note("the output is cut to " + output.size() + " results");
        }
    }
}
