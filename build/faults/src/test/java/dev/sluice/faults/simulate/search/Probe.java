package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.world.RunCounts;
import dev.sluice.faults.simulate.world.Setup;
import dev.sluice.faults.simulate.world.Trace;
import dev.sluice.faults.simulate.world.Violation;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Finds broken promises in the classes that it is loaded with; called by name, since those may be other ones. */
public final class Probe {

    private static final int SMALLEST = 4;
    /** So many programs have one with several updates among them. */
    private static final int SET_BACK = 12;

    private final Map<String, String> broken = new TreeMap<>();
    private final String expected;

    private Probe(String expected) {
        this.expected = expected;
    }

    /**
     * Tries a run, then seeds, then small programs with every crash, until a promise is found broken.
     *
     * @param expected the promise; empty: any
     * @param run the run to try first; empty: none
     * @return the promises that were found broken, and by which run
     */
    public static Map<String, String> broken(String expected, String run, int seeds) {
        final Probe probe = new Probe(expected);
        if (!run.isEmpty()) {
            probe.play(new KnownRun(run));
        }
        final int lanes = run.startsWith("lanes") ? 2 : 1;
        for (int seed = 1; seed <= seeds && probe.searches(); seed++) {
            probe.play(KnownRun.ofSeed(lanes, seed));
        }
        if (lanes > 1) {
            return probe.broken;
        }
        probe.exhaust(Integer.MAX_VALUE, Exhaustive::singles);
        probe.exhaust(SMALLEST, Exhaustive::pairs);
        probe.exhaust(SET_BACK, Exhaustive::setBacksOfBoth);
        return probe.broken;
    }

    private boolean searches() {
        return expected.isEmpty() ? broken.isEmpty() : !broken.containsKey(expected);
    }

    private void play(KnownRun run) {
        try {
            run.play(Trace.ofHash(), new RunCounts());
        } catch (final Violation e) {
            broken.putIfAbsent(e.promise().name(), run.toString());
        }
    }

    private void exhaust(int programs, Consumer<Exhaustive> tries) {
        SmallPrograms.all().entrySet().stream()
                .limit(programs)
                .takeWhile(program -> searches())
                .forEach(program -> exhaust(program.getKey(), program.getValue(), tries));
    }

    private void exhaust(String name, Setup setup, Consumer<Exhaustive> tries) {
        try {
            tries.accept(new Exhaustive(name, setup, new RunCounts()));
        } catch (final Exhaustive.Failure e) {
            broken.putIfAbsent(e.promise().name(), e.run().toString());
        }
    }
}
