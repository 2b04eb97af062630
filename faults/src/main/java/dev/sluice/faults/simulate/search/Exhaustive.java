package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.search.Script.Line;
import dev.sluice.faults.simulate.world.Promise;
import dev.sluice.faults.simulate.world.Setup;
import dev.sluice.faults.simulate.world.Tally;
import dev.sluice.faults.simulate.world.Trace;
import dev.sluice.faults.simulate.world.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Tries everything that can go wrong at every step of a small program, and again at every step of what follows. */
record Exhaustive(String name, Setup setup, Tally tally) {

    /** A promise was broken by a script. */
    static final class Failure extends Error {

        private static final long serialVersionUID = 1L;

        private final transient KnownRun run;

        Failure(KnownRun run, Violation broken) {
            super(run + " broke a promise: " + broken.getMessage(), broken);
            this.run = run;
        }

        KnownRun run() {
            return run;
        }

        Promise promise() {
            return ((Violation) getCause()).promise();
        }
    }

    /** Brings every older copy of the output back once, with no other mishap, and then has one mishap at every step. */
    void singles() {
        for (int results = 0; results <= setup.program().size(); results++) {
            play(Script.ofOlderOutput(results));
        }
        forEachMishap(Script.NOTHING, this::play);
    }

    /** Two mishaps, at every two steps. */
    void pairs() {
        forEachMishap(Script.NOTHING, first -> forEachMishap(first, this::play));
    }

    private void forEachMishap(Script begun, Consumer<Script> each) {
        final List<Place> places = play(begun);
        final List<Line> lines = begun.lines();
        final int from = lines.isEmpty() ? 0 : lines.get(lines.size() - 1).step();
        for (int step = from + 1; step <= places.size(); step++) {
            mishaps(begun, step, places.get(step - 1)).forEach(each);
        }
    }

    private static List<Script> mishaps(Script begun, int step, Place place) {
        final List<Script> scripts = new ArrayList<>();
        for (final Mishap mishap : Mishap.values()) {
            if (mishap.crash() || mishap == Mishap.CONNECTION_LOST && place.onConnection()) {
                scripts.add(begun.and(new Line(step, mishap, false)));
                if (place == Place.COMMIT_SENT || place == Place.CLAIM_COMMIT_SENT) {
                    scripts.add(begun.and(new Line(step, mishap, true)));
                }
            }
        }
        return scripts;
    }

    private List<Place> play(Script script) {
        try {
            return KnownRun.play(setup, script, Trace.ofHash(), tally);
        } catch (final Violation e) {
            throw new Failure(KnownRun.of(name, script), e);
        }
    }
}
