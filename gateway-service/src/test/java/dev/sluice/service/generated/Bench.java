package dev.sluice.service.generated;

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

    /** One program in so many is also run by a gateway that takes one request at a time. */
    private static final int ONE_AT_A_TIME = 3;

    private final Places places;
    private final Path directory;
    private final Tally tally = new Tally();
    private String version = "";
    private int runs;

    Bench(Product product, Path directory) throws SQLException {
        this.places = product.open(directory);
        this.directory = directory;
    }

    /** What the programs came to, and the database with its version. */
    String said() {
        return version + ": " + tally;
    }

    Tally tally() {
        return tally;
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
    Tried compare(Case drawn) throws SQLException {
        final List<String> contents = drawn.schema().contents();
        final Case program;
        final Ran expected;
        try (Place place = places.make(drawn.seed())) {
            version = place.version();
            if (drawn.known()) {
                place.make(drawn.schema());
            }
            final Case made = drawn.known() ? drawn : drawn.with(place.makeWhatFits(drawn.schema()));
            place.restore(); // what the definitions left in this session
            final List<Step> steps = drawn.known() ? drawn.steps() : place.prepared(made);
            final List<Answer> answers = place.plainly(steps);
            program = made.with(steps.subList(0, answers.size()));
            expected = new Ran(answers, place.contents(contents));
        }
        final Optional<String> difference = difference(program, expected, true);
        final boolean both = difference.isEmpty() && program.seed() % ONE_AT_A_TIME == 1;
        return new Tried(program, both ? difference(program.oneAtATime(), expected, false) : difference);
    }

    @SuppressWarnings("try") // the rival does all by itself
    private Optional<String> difference(Case program, Ran expected, boolean chunked) throws SQLException {
        final Path queues = directory.resolve("queues" + ++runs);
        try (Place place = places.make(program.seed())) {
            place.make(program.schema());
            place.restore();
            final QueuedGateway.Run run;
            try (Place.Disturbance rival = place.rival(program.schema())) {
                run = QueuedGateway.of(program, queues, QueuedGateway.database(program, place));
            }
            if (chunked) {
                tally.count(program, expected.answers(), run);
            } else {
                tally.compare(program, run);
            }
            final List<List<String>> contents = place.contents(program.schema().contents());
            return difference(program, expected, new Ran(run.answers(), contents));
        } finally {
            delete(queues);
        }
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
