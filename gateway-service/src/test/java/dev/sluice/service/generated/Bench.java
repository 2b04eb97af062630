package dev.sluice.service.generated;

import dev.sluice.service.equivalence.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs cases twice, by plain JDBC and through a gateway, each in a place of its own, and compares. One thread. */
final class Bench implements AutoCloseable {

    private static final int SHOWN = 3;

    private final Places places;
    private final Path directory;
    private int runs;

    Bench(Places places, Path directory) {
        this.places = places;
        this.directory = directory;
    }

    /** What one run came to. */
    private record Ran(List<Answer> answers, List<List<String>> contents) {}

    /**
     * A case as it was tried.
     *
     * @param program what the database takes of the case: definitions and statements that it refuses are left out
     * @param difference how gateway and oracle differ, if they do
     */
    record Tried(Case program, Optional<String> difference) {}

    /** Runs a case by plain JDBC and through a gateway. */
    @SuppressWarnings("try") // the rival does all by itself
    Tried compare(Case drawn) throws SQLException {
        final List<String> contents = drawn.schema().contents();
        final Case program;
        final Ran expected;
        try (Place place = places.make(drawn.seed())) {
            final Case made = drawn.with(place.makeWhatFits(drawn.schema()));
            place.restore(); // what the definitions left in this session
            final List<Step> steps = place.prepared(made);
            final List<Answer> answers = place.plainly(steps);
            program = made.with(steps.subList(0, answers.size()));
            expected = new Ran(answers, place.contents(contents));
        }
        final Ran found;
        final Path queues = directory.resolve("queues" + ++runs);
        try (Place place = places.make(drawn.seed())) {
            place.make(program.schema());
            place.restore();
            final List<Answer> answers;
            try (Place.Disturbance rival = place.rival(program.schema())) {
                answers = QueuedGateway.answers(program, queues, place.url(), place.user());
            }
            found = new Ran(answers, place.contents(contents));
        }
        delete(queues);
        return new Tried(program, difference(program, expected, found));
    }

    private static Optional<String> difference(Case program, Ran expected, Ran found) {
        final List<String> differences = new ArrayList<>();
        for (int i = 0; i < expected.answers().size() && differences.size() < SHOWN; i++) {
            if (!expected.answers().get(i).equals(found.answers().get(i))) {
                differences.add("  request " + i + ": " + program.steps().get(i) + "\n    expected "
                        + expected.answers().get(i) + "\n    but was  "
                        + found.answers().get(i));
            }
        }
        for (int i = 0; i < expected.contents().size(); i++) {
            if (!expected.contents().get(i).equals(found.contents().get(i))) {
                differences.add("  " + program.schema().contents().get(i) + "\n    expected "
                        + expected.contents().get(i) + "\n    but was  "
                        + found.contents().get(i));
            }
        }
        return differences.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", differences));
    }

    /** Returns the smallest part found, with so many runs, that still differs: first of the program, then of its schema. */
    Case shrunk(Case program, int tries) {
        Case smallest = program;
        int left = tries;
        for (int part = Math.max(1, smallest.steps().size() / 2); part > 0; part /= 2) {
            for (int from = smallest.steps().size() - part; from >= 0 && left > 0; from -= part, left--) {
                final List<Step> fewer = new ArrayList<>(smallest.steps());
                fewer.subList(from, from + part).clear();
                smallest = smallerIfDifferent(smallest, smallest.with(fewer));
            }
        }
        for (int i = smallest.schema().ddl().size() - 1; i >= 0 && left > 0; i--, left--) {
            smallest =
                    smallerIfDifferent(smallest, smallest.with(smallest.schema().without(i)));
        }
        return smallest;
    }

    private Case smallerIfDifferent(Case known, Case smaller) {
        try {
            final Tried tried = compare(smaller);
            return tried.program().equals(smaller) && tried.difference().isPresent() ? smaller : known;
        } catch (final SQLException e) {
            return known; // a table whose content is compared is not there
        }
    }

    private static void delete(Path queues) {
        try (Stream<Path> files = Files.walk(queues)) {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        places.close();
    }
}
