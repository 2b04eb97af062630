package dev.sluice.service.jdbc.probe;

import dev.sluice.service.core.footprint.DatabaseIdentity.Self;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The findings of an inspection of a database.
 *
 * @param product the product's name and version
 * @param roundTrip the median time of 21 connection checks on the server; empty for a database in this process
 * @param durability whether its commits survive a crash, as far as known
 * @param updates the guarantee for updates, and the state of the checkpoint tables
 * @param problems faults that keep the gateway from using the database, one line each
 * @param warnings facts that an operator should know although everything works, one line each
 * @param prepared the result for each declaration, by the declaration's name
 * @param missing the declared tables that do not exist, as declared
 * @param self the identity of the database; empty if an in-memory database was inspected in place of the configured database
 */
public record DatabaseReport(
        String product,
        Optional<Duration> roundTrip,
        String durability,
        String updates,
        List<String> problems,
        List<String> warnings,
        Map<String, Prepared> prepared,
        Set<String> missing,
        Optional<Self> self) {

    public DatabaseReport {
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
        prepared = Map.copyOf(prepared);
        missing = Set.copyOf(missing);
    }

    /** The outcome of an attempt to prepare a declaration. */
    public sealed interface Prepared {

        /**
         * How the gateway will execute the statement.
         *
         * @param form the form of its chunks, or {@code single} with the reason
         * @param reads the tables that count as read when requests are ordered, or {@code everything}
         * @param writes the tables that count as written when requests are ordered, or {@code everything}
         * @param beyond a description of the tables that are not declared, although the database's catalog proves that the
         *     statement touches them; empty if there are none
         * @param notes possible improvements, one line each
         * @param explanation the lines that explain what the statement touches and shares, and with which statements it conflicts
         */
        record As(
                String form,
                String reads,
                String writes,
                Optional<String> beyond,
                List<String> notes,
                List<String> explanation)
                implements Prepared {

            public As {
                notes = List.copyOf(notes);
                explanation = List.copyOf(explanation);
            }
        }

        /** The database refused to prepare the statement, for this reason. */
        record Refused(String reason) implements Prepared {}

        /** The inspection could not try to prepare the statement, for this reason. */
        record Untried(String reason) implements Prepared {}
    }
}
