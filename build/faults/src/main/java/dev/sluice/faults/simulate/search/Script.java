package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Mishaps;
import dev.sluice.faults.simulate.mishap.Place;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The mishaps of a run and their steps.
 *
 * @param lines the mishaps in order
 * @param faults the faults that happen whenever they can
 * @param olderOutput the number of results in the older copy of the output that is restored once everything is answered
 */
record Script(List<Line> lines, Set<Fault> faults, OptionalInt olderOutput) {

    static final Script NOTHING = of();

    private static final String UNDONE = "UNDONE";
    private static final String OLDER_OUTPUT = "OLDER_OUTPUT";

    /**
     * One mishap.
     *
     * @param step the step of the run at which it happens, from 1
     * @param undone whether the server rolls back a commit that was just sent
     */
    record Line(int step, Mishap mishap, boolean undone) {

        private static Line parse(String[] parts) {
            if (parts.length > 3 || parts.length == 3 && !parts[2].equals(UNDONE)) {
                throw new IllegalArgumentException("only " + UNDONE + " may follow a mishap");
            }
            return new Line(Integer.parseInt(parts[0]), Mishap.valueOf(parts[1]), parts.length == 3);
        }

        @Override
        public String toString() {
            return step + ":" + mishap + (undone ? ":" + UNDONE : "");
        }
    }

    static Script of(Line... lines) {
        return new Script(List.of(lines), Set.of(), OptionalInt.empty());
    }

    static Script ofOlderOutput(int results) {
        return new Script(List.of(), Set.of(), OptionalInt.of(results));
    }

    Script and(Line line) {
        final List<Line> more = new ArrayList<>(lines);
        more.add(line);
        return new Script(more, faults, olderOutput);
    }

    /**
     * Reads the text of a script in the form that {@link #toString} prints and {@code --script} accepts.
     *
     * @throws IllegalArgumentException if the text is not a script
     */
    static Script parse(String text) {
        final List<Line> lines = new ArrayList<>();
        final Set<Fault> faults = EnumSet.noneOf(Fault.class);
        OptionalInt older = OptionalInt.empty();
        for (final String word : text.isBlank() ? new String[0] : text.trim().split("\\s+")) {
            final String[] parts = word.toUpperCase(Locale.ROOT).split(":");
            if (parts.length == 1) {
                faults.add(Fault.valueOf(parts[0]));
            } else if (parts[1].equals(OLDER_OUTPUT)) {
                older = OptionalInt.of(Integer.parseInt(parts[0]));
            } else {
                lines.add(Line.parse(parts));
            }
        }
        return new Script(lines, faults, older);
    }

    @Override
    public String toString() {
        final List<String> words = new ArrayList<>();
        lines.forEach(line -> words.add(line.toString()));
        faults.forEach(fault -> words.add(fault.name()));
        olderOutput.ifPresent(results -> words.add(results + ":" + OLDER_OUTPUT));
        return String.join(" ", words);
    }

    /** Causes the mishaps of a script and no others; records the steps of the run. */
    static final class Played implements Mishaps {

        private final Script script;
        private final List<Place> places = new ArrayList<>();
        private int next;

        Played(Script script) {
            this.script = script;
        }

        @Override
        public Mishap at(int step, Place place) {
            places.add(place);
            return over() || script.lines.get(next).step != step ? Mishap.NONE : script.lines.get(next++).mishap;
        }

        /** Returns the places of all steps so far, from step 1 on. */
        List<Place> places() {
            return places;
        }

        @Override
        public void turn(long number) {
            // a script does not depend on time
        }

        @Override
        public boolean happens(Fault fault) {
            return script.faults.contains(fault);
        }

        @Override
        public boolean lateCommitSucceeds() {
            return !script.lines.get(next - 1).undone;
        }

        @Override
        public int backup(int count) {
            return count - 1;
        }

        @Override
        public boolean over() {
            return next == script.lines.size();
        }
    }
}
