package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.program.Choices;
import dev.sluice.faults.simulate.program.Trace;
import dev.sluice.faults.simulate.world.Lane;
import dev.sluice.faults.simulate.world.RunCounts;
import dev.sluice.faults.simulate.world.Setup;
import dev.sluice.faults.simulate.world.World;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of several lanes, as on Kafka, which take turns. Each lane has its own requests, databases and mishaps. A process that
 * crashes may have had more than one lane.
 */
final class LanesRun {

    private LanesRun() {}

    /** Plays a run that depends only on its seed. */
    static void play(int count, long seed, Trace trace, RunCounts tally) {
        final Choices choices = new Choices(Choices.mixed(seed));
        final List<Lane> lanes = new ArrayList<>();
        int requests = 0;
        for (int number = 0; number < count; number++) {
            final Setup setup = RandomSetups.ofLane(choices);
            final int size = setup.program().size();
            trace.note(setup::toString);
            lanes.add(new Lane(
                    new World(setup, choices, RandomMishaps.ofLane(choices, size), trace, tally), number, count));
            requests += size;
        }
        while (!lanes.stream().allMatch(Lane::done)) {
            for (final Lane lane : lanes) {
                if (!lane.done() && lane.turn() && choices.oneIn(2)) {
                    lanes.stream().filter(other -> other != lane).forEach(Lane::crash);
                }
            }
        }
        lanes.forEach(Lane::checkEnd);
        tally.countRun(requests, trace.hash());
    }
}
