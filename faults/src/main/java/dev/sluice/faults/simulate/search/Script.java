package dev.sluice.faults.simulate.search;

import dev.sluice.faults.simulate.mishap.Fault;
import dev.sluice.faults.simulate.mishap.Mishap;
import dev.sluice.faults.simulate.mishap.Place;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What goes wrong, and at which steps.
 *
 * @param lines one mishap after another
 * @param faults what goes wrong whenever it can
 * @param olderOutput when all is answered, how many results an older copy of the output has that is brought back
 */
record Script(List<Line> lines, Set<Fault> faults, OptionalInt olderOutput) {

    static final Script NOTHING = of();

    private static final String UNDONE = "UNDONE";
    private static final String OLDER_OUTPUT = "OLDER_OUTPUT";

    /**
     * One mishap.
     *
     * @param place where it happens; empty: wherever that step is
     * @param count at which step of the run, from 1; with a place: at which of the steps there since the line before
     * @param mishap what happens
     * @param undone whether a commit that was just sent is rolled back in the end
     */
    record Line(Optional<Place> place, int count, Mishap mishap, boolean undone) {

        static Line at(int step, Mishap mishap) {
            return new Line(Optional.empty(), step, mishap, false);
        }

        static Line at(Place place, int times, Mishap mishap) {
            return new Line(Optional.of(place), times, mishap, false);
        }

        Line butUndone() {
            return new Line(place, count, mishap, true);
        }

        private static Line parse(String[] parts) {
            final Mishap mishap = Mishap.valueOf(parts[1]);
            final Line line = at(Integer.parseInt(parts[0]), mishap);
            if (parts.length == 2) {
                return line;
            }
            if (parts.length > 3 || !parts[2].equals(UNDONE)) {
                throw new IllegalArgumentException("only " + UNDONE + " may follow a mishap");
            }
            return line.butUndone();
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
     * Reads what {@link #toString} prints.
     *
     * @throws IllegalArgumentException if it is no script
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

    /** Of a script whose lines name no places: what {@code --script} takes. */
    @Override
    public String toString() {
        final List<String> words = new ArrayList<>();
        lines.forEach(line -> words.add(line.count() + ":" + line.mishap() + (line.undone() ? ":" + UNDONE : "")));
        faults.forEach(fault -> words.add(fault.name()));
        olderOutput.ifPresent(results -> words.add(results + ":" + OLDER_OUTPUT));
        return String.join(" ", words);
    }
}
