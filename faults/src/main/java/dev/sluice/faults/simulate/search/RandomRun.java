package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.mishap.Mishaps;
import dev.sluice.faults.simulate.program.Choices;
import dev.sluice.faults.simulate.world.Run;
import dev.sluice.faults.simulate.world.Setup;
import dev.sluice.faults.simulate.world.Tally;
import dev.sluice.faults.simulate.world.Trace;
import dev.sluice.faults.simulate.world.Violation;
import dev.sluice.faults.simulate.world.World;

/** A run that comes from nothing but its seed. */
record RandomRun(long seed) {

    /**
     * Plays it.
     *
     * @throws Violation if a promise is broken
     */
    void play(Trace trace, Tally tally) {
        final Choices choices = new Choices(Choices.mixed(seed));
        final Setup setup = RandomSetups.any(choices);
        final Mishaps mishaps = new RandomMishaps(choices, setup.program().size());
        trace.note(setup::toString);
        final Run run = new Run(new World(setup, choices, mishaps, trace, tally));
        run.play();
        if (choices.oneIn(4)) {
            run.replay(choices.below(setup.program().size() + 1));
        }
        tally.countRun(setup.program().size(), trace.hash());
    }
}
