package dev.sluice.examples.demo;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import javax.sql.DataSource;
import picocli.CommandLine.ExitCode;

/**
 * Three customers that the customer service answers wrongly on purpose: one is misspelled, one is a different person, and one is
 * missing. All three have contracts. The same seed always gives the same three customers.
 *
 * @param mistakes the kind of mistake by customer number: spelling, other or missing
 */
record PlantedDifferences(Map<Long, String> mistakes) {

    /** No differences: the service answers everything correctly. */
    static final PlantedDifferences NONE = new PlantedDifferences(Map.of());

    private static final List<String> KINDS = List.of("spelling", "other", "missing");

    /** Chooses the three customers among those that have contracts. */
    static PlantedDifferences choose(DataSource database, long seed) throws SQLException {
        final List<Long> customers = new ArrayList<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found =
                        statement.executeQuery("SELECT DISTINCT customer_id FROM contract ORDER BY customer_id")) {
            while (found.next()) {
                customers.add(found.getLong(1));
            }
        }
        if (customers.size() < KINDS.size()) {
            throw new DemoException(
                    "--planted-differences needs contracts of three customers: start with more --contracts",
                    ExitCode.USAGE);
        }
        final SplittableRandom random = new SplittableRandom(seed);
        final Map<Long, String> mistakes = new TreeMap<>();
        for (final String kind : KINDS) {
            mistakes.put(customers.remove(random.nextInt(customers.size())), kind);
        }
        return new PlantedDifferences(mistakes);
    }

    /** Returns the command-line options that make the customer service give these wrong answers. */
    List<String> arguments() {
        final List<String> arguments = new ArrayList<>();
        mistakes.forEach((customer, kind) -> arguments.addAll(List.of("--wrong", "customer:" + customer + ":" + kind)));
        return arguments;
    }

    /** Returns a line for each wrong answer, to show on the screen. */
    List<String> lines() {
        return mistakes.entrySet().stream()
                .map(mistake -> "Planted: in the customer service, customer " + mistake.getKey() + " is "
                        + switch (mistake.getValue()) {
                            case "spelling" -> "misspelled.";
                            case "other" -> "somebody else.";
                            default -> "missing.";
                        })
                .toList();
    }
}
