package dev.sluice.service.jdbc.probe;

import dev.sluice.service.core.footprint.DatabaseIdentity.Self;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The findings of a look at a database.
 *
 * @param product its name and version, and the driver's
 * @param durability what is known of what it committed
 * @param updates how often updates happen, and what that needs
 * @param problems what keeps the gateway from working with it; each in a line
 * @param warnings what works and should be known
 * @param prepared what became of each declaration, by its name
 * @param missing declared tables that it does not have, as they are declared
 * @param self which database it is; empty if something else was looked at in its place
 */
public record DatabaseReport(
        String product,
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
         * How it will be asked.
         *
         * @param form of its chunks, or single and why
         * @param reads the tables by which it keeps its order, or everything
         * @param writes likewise
         * @param beyond what the catalog says beyond what is declared, in words
         * @param notes what is less than it could be, in a line each
         * @param explanation what it touches, shares and waits for, and why, in lines
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

        /** The database does not take it, and says this. */
        record Refused(String reason) implements Prepared {}

        /** It could not be tried, for this reason. */
        record Untried(String reason) implements Prepared {}
    }
}
