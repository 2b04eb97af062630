package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.program.Choices;
import dev.sluice.faults.simulate.world.Run;
import dev.sluice.faults.simulate.world.Setup;
import dev.sluice.faults.simulate.world.Tally;
import dev.sluice.faults.simulate.world.Trace;
import dev.sluice.faults.simulate.world.Violation;
import dev.sluice.faults.simulate.world.World;
import java.util.List;

/** A run of a small program in which what goes wrong is written down. */
record ScriptedRun(Setup setup, Script script) {

    /** Any number: it decides how long calls take, which has to be the same each time. */
    private static final long SEED = 20_261_121;

    /**
     * Plays it.
     *
     * @return the places of its steps
     * @throws Violation if a promise is broken
     */
    List<Place> play(Trace trace, Tally tally) {
        final ScriptedMishaps mishaps = new ScriptedMishaps(script);
        final Run run = new Run(new World(setup, new Choices(SEED), mishaps, trace, tally));
        run.play();
        script.olderOutput().ifPresent(run::replay);
        tally.countRun(setup.program().size(), trace.hash());
        return mishaps.places();
    }
}
