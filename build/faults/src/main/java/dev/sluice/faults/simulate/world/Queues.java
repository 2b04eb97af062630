package dev.sluice.faults.simulate.world;

import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.program.Choices;
import dev.sluice.faults.simulate.program.Program;
import dev.sluice.faults.simulate.program.RandomRequests;
import dev.sluice.faults.simulate.program.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The queues of a run: the input, the valid output, and the outputs of gateways from which another gateway has taken over. */
final class Queues {

    private static final int PAUSE_TURNS = 50;

    private final World world;
    private final Job job;
    private final List<SimulatedOutput> outputs = new ArrayList<>();
    /** The earlier programs of the job. */
    private final List<Program> former = new ArrayList<>();

    private SimulatedOutput output = new SimulatedOutput();
    /** The number of requests that the input had before a power cut. */
    private int inputOnce;
    /** Whether the input was set back, so that checkpoints may have more updates than the input. */
    private boolean inputSetBack;

    Queues(World world, Job job) {
        this.world = world;
        this.job = job;
        outputs.add(output);
    }

    SimulatedOutput output() {
        return output;
    }

    /** Whether the output has results of requests that the input has lost. */
    boolean outputAhead() {
        return output.size() > world.input().size();
    }

    /** Whether the input once had a request at this index, so that requests from this index on may have been lost. */
    boolean inputLostFrom(int place) {
        return place < inputOnce;
    }

    /** Copies the output, and makes the copy the valid one. */
    void copyOutput() {
        output = output.copy();
        outputs.add(output);
    }

    /** Sets the output, with the notes that the gateway stores beside it, back to an earlier state. */
    void setBack(SimulatedOutput then) {
        output = then.copy();
        outputs.clear();
        outputs.add(output);
    }

    /** Cuts or fills the input to this number of requests. The job then writes the missing requests again, or other requests. */
    void setInput(int requests, boolean mayAskOthers) {
        inputSetBack = true;
        final SimulatedInput input = world.input();
        final int before = input.size();
        while (input.size() < requests) {
            input.append(job.program().requests().get(input.size()));
        }
        input.cut(requests);
        lost(before, mayAskOthers);
    }

    /** Makes the longest output the valid one. */
    void takeLongestOutput() {
        for (final SimulatedOutput each : outputs) {
            output = each.size() > output.size() ? each : output;
        }
    }

    /** Deletes both queues; the job then writes other requests. */
    void wipe() {
        output = new SimulatedOutput();
        outputs.clear();
        outputs.add(output);
        inputOnce = 0;
        final Program other = RandomRequests.otherRequests(world.choices, world.setup.program(), 0);
        job.replace(other);
        world.wipe(other);
    }

    /** Removes data that is not on disk. The job then writes the lost requests again, or other requests. */
    void cutPower(Mishap mishap, boolean mayAskOthers) {
        for (final SimulatedOutput each : outputs) {
            each.cut(left(each.size(), each.synced(), mishap));
            if (world.setup.quarantines() && world.choices.oneIn(2)) {
                each.notes().lose();
            }
            final Choices others = world.choices.fork(); // so that old seeds still make the same other choices
            if (others.oneIn(2)) {
                each.commits().lose(others);
            }
        }
        final SimulatedInput input = world.input();
        final int before = input.size();
        input.cut(left(before, input.synced(), mishap));
        world.judge.powerCut(input, output, inputSetBack ? -1 : world.lastKnown());
        if (!world.setup.syncChunk()) {
            world.judge.allowReadsAgain(world.lastUpdate() + 1);
        }
        lost(before, mayAskOthers);
    }

    /** Reacts to lost requests; {@code before} is the number of requests before the loss. */
    private void lost(int before, boolean mayAskOthers) {
        final SimulatedInput input = world.input();
        if (input.size() < before) {
            inputOnce = Math.max(inputOnce, before);
            job.pause(world.choices.oneIn(3) ? PAUSE_TURNS : 0);
            if (mayAskOthers && !outputAhead() && world.choices.oneIn(4)) {
                askOthers(input.size());
            }
        }
    }

    private static boolean sameBehind(Program one, Program other, int place) {
        for (int i = place; i < Math.min(one.size(), other.size()); i++) {
            final Request asked = one.requests().get(i);
            if (asked.statement().isPresent()
                    && asked.sameToACheckpoint(other.requests().get(i))) {
                return true;
            }
        }
        return false;
    }

    private int left(int size, int synced, Mishap mishap) {
        return synced + (mishap == Mishap.POWER_CUT_HALF ? world.choices.below(size - synced + 1) : 0);
    }

    private void askOthers(int place) {
        final Map<String, Long> orphaned = world.checkpointsAfter(place - 1);
        final List<Integer> backends = world.setup.program().backends();
        final Set<Integer> databases = new TreeSet<>();
        for (int backend = 0; backend < backends.size(); backend++) {
            if (orphaned.containsKey(Setup.backend(backend))) {
                databases.add(backends.get(backend));
            }
        }
        final Program other = RandomRequests.otherRequests(world.choices, job.program(), place);
        former.add(job.program());
        if (former.stream().anyMatch(it -> sameBehind(it, other, place))) {
            return; // a checkpoint could not distinguish a new request from a lost one
        }
        job.replace(other);
        world.judge.replace(other, orphaned, databases);
        world.trace.note(() -> "the job asks other things: " + other.requests());
    }
}
