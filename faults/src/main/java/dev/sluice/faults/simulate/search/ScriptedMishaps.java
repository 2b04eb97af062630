package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Mishaps;
import dev.sluice.faults.simulate.mishap.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Goes wrong at the steps of a script, and nowhere else. Remembers which steps there were. */
final class ScriptedMishaps implements Mishaps {

    private final Script script;
    private final List<Place> places = new ArrayList<>();
    private int next;
    private int times;

    ScriptedMishaps(Script script) {
        this.script = script;
    }

    @Override
    public Mishap at(int step, Place place) {
        places.add(place);
        if (over()) {
            return Mishap.NONE;
        }
        final Script.Line line = script.lines().get(next);
        final Optional<Place> where = line.place();
        if (where.isEmpty() ? line.count() != step : where.get() != place || line.count() != ++times) {
            return Mishap.NONE;
        }
        next++;
        times = 0;
        return line.mishap();
    }

    /** The places of all steps so far, from step 1 on. */
    List<Place> places() {
        return places;
    }

    @Override
    public void turn(long number) {
        // time does not matter to a script
    }

    @Override
    public boolean happens(Fault fault) {
        return script.faults().contains(fault);
    }

    @Override
    public boolean lateCommitSucceeds() {
        return !script.lines().get(next - 1).undone();
    }

    @Override
    public boolean over() {
        return next == script.lines().size();
    }
}
