package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Place;
import dev.sluice.faults.simulate.search.Script.Line;
import dev.sluice.faults.simulate.world.Promise;
import dev.sluice.faults.simulate.world.RunCounts;
import dev.sluice.faults.simulate.world.Setup;
import dev.sluice.faults.simulate.world.Trace;
import dev.sluice.faults.simulate.world.Violation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Tries every mishap at every step of a small program, and for some programs a second mishap at every later step. */
record Exhaustive(String name, Setup setup, RunCounts tally) {

    private static final Set<Place> EVERYWHERE = EnumSet.allOf(Place.class);
    /** The kinds of steps at which a database or a queue has, or may have, new data. */
    private static final Set<Place> KEPT =
            EnumSet.of(Place.CLAIM_COMMITTED, Place.COMMIT_SENT, Place.COMMITTED, Place.RESULT_WRITTEN);

    private static final Set<Mishap> ENDS = EnumSet.complementOf(EnumSet.of(Mishap.NONE, Mishap.BACKED_UP));
    private static final Set<Mishap> SET_BACK = EnumSet.noneOf(Mishap.class);

    static {
        ENDS.removeIf(Mishap::setsBack);
        Stream.of(Mishap.values()).filter(Mishap::setsBack).forEach(SET_BACK::add);
    }

    /** Reports that a script broke a promise. */
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

    /** Restores each older copy of the output once without any other mishap, and then tries one mishap at every step. */
    void singles() {
        for (int results = 0; results <= setup.program().size(); results++) {
            play(Script.ofOlderOutput(results));
        }
        singlesAt(EVERYWHERE);
    }

    /** Tries one mishap at every step that is at one of the given places. */
    void singlesAt(Set<Place> places) {
        forEachMishap(Script.NOTHING, places, ENDS, this::play);
    }

    /**
     * Tries a backup at every step with new data, and for each backup every way of going back to it at every later step with new
     * data.
     */
    void setBacks() {
        forEachMishap(
                Script.NOTHING,
                KEPT,
                EnumSet.of(Mishap.BACKED_UP),
                backup -> forEachMishap(backup, KEPT, SET_BACK, this::play));
    }

    /**
     * Tries a backup at every step with new data, and for each backup every way of going back to it first with a database, whose
     * loss the operator may accept, and later with the output.
     */
    void setBacksOfBoth() {
        forEachMishap(
                Script.NOTHING,
                KEPT,
                EnumSet.of(Mishap.BACKED_UP),
                backup -> forEachMishap(
                        backup,
                        KEPT,
                        EnumSet.of(Mishap.DATABASE_SET_BACK),
                        lost -> forEachMishap(lost, KEPT, EnumSet.of(Mishap.OUTPUT_SET_BACK), this::play)));
    }

    /** Tries two mishaps, at every pair of steps. */
    void pairs() {
        forEachMishap(Script.NOTHING, EVERYWHERE, ENDS, first -> forEachMishap(first, EVERYWHERE, ENDS, this::play));
    }

    private void forEachMishap(Script begun, Set<Place> where, Set<Mishap> kinds, Consumer<Script> each) {
        final List<Place> places = play(begun);
        final List<Line> lines = begun.lines();
        final int from = lines.isEmpty() ? 0 : lines.get(lines.size() - 1).step();
        for (int step = from + 1; step <= places.size(); step++) {
            if (where.contains(places.get(step - 1))) {
                mishaps(begun, step, places.get(step - 1), kinds).forEach(each);
            }
        }
    }

    private static List<Script> mishaps(Script begun, int step, Place place, Set<Mishap> kinds) {
        final List<Script> scripts = new ArrayList<>();
        for (final Mishap mishap : kinds) {
            if (mishap != Mishap.CONNECTION_LOST || place.onConnection()) {
                scripts.add(begun.and(new Line(step, mishap, false)));
                if ((mishap.crash() || mishap == Mishap.CONNECTION_LOST)
                        && (place == Place.COMMIT_SENT || place == Place.CLAIM_COMMIT_SENT)) {
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
