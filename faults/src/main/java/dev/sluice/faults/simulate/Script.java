package dev.sluice.faults.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What goes wrong, and at which steps.
 *
 * @param lines one mishap after another
 * @param lateCommits whether a commit whose sender is gone is done in the end
 * @param olderOutput when all is answered, how many results an older copy of the output has that is brought back
 */
record Script(List<Line> lines, boolean lateCommits, OptionalInt olderOutput) {

    static final Script NOTHING = new Script(List.of(), true, OptionalInt.empty());

    private static final String UNDONE = "undone";
    private static final String OLDER_OUTPUT = "OLDER_OUTPUT";

    /**
     * One mishap.
     *
     * @param place where it happens; empty: wherever that step is
     * @param count at which step of the run, from 1; with a place: at which of the steps there since the line before
     * @param mishap what happens
     */
    record Line(Optional<Place> place, int count, Mishap mishap) {

        static Line at(int step, Mishap mishap) {
            return new Line(Optional.empty(), step, mishap);
        }

        static Line at(Place place, int times, Mishap mishap) {
            return new Line(Optional.of(place), times, mishap);
        }
    }

    static Script of(Line... lines) {
        return new Script(List.of(lines), true, OptionalInt.empty());
    }

    static Script ofOlderOutput(int results) {
        return new Script(List.of(), true, OptionalInt.of(results));
    }

    Script and(Line line, boolean lateCommitsThen) {
        final List<Line> more = new ArrayList<>(lines);
        more.add(line);
        return new Script(more, lateCommitsThen, olderOutput);
    }

    /**
     * Reads what {@link #toString} prints.
     *
     * @throws IllegalArgumentException if it is no script
     */
    static Script parse(String text) {
        final List<Line> lines = new ArrayList<>();
        boolean late = true;
        OptionalInt older = OptionalInt.empty();
        for (final String word : text.isBlank() ? new String[0] : text.trim().split("\\s+")) {
            final String[] parts = word.split(":");
            if (word.equals(UNDONE)) {
                late = false;
            } else if (parts.length != 2) {
                throw new IllegalArgumentException("'" + word + "' is no step, colon and mishap");
            } else if (parts[1].equals(OLDER_OUTPUT)) {
                older = OptionalInt.of(Integer.parseInt(parts[0]));
            } else {
                lines.add(Line.at(Integer.parseInt(parts[0]), Mishap.valueOf(parts[1].toUpperCase(Locale.ROOT))));
            }
        }
        return new Script(lines, late, older);
    }

    /** Of a script whose lines name no places: what {@code --script} takes. */
    @Override
    public String toString() {
        final List<String> words = new ArrayList<>();
        lines.forEach(line -> words.add(line.count() + ":" + line.mishap()));
        if (!lateCommits) {
            words.add(UNDONE);
        }
        olderOutput.ifPresent(results -> words.add(results + ":" + OLDER_OUTPUT));
        return String.join(" ", words);
    }
}
