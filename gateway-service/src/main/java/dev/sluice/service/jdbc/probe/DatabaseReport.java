package dev.sluice.service.jdbc.probe;

import dev.sluice.service.core.DatabaseIdentity.Self;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a look at a database found.
 *
 * @param product its name and version, and the driver's
 * @param durability what is known of what it committed
 * @param updates how often updates happen, and what that needs
 * @param problems what keeps the gateway from working with it; each in a line
 * @param warnings what works and should be known
 * @param prepared what became of each declaration, by its name
 * @param views which of the names asked for are views
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
        Set<String> views,
        Set<String> missing,
        Optional<Self> self) {

    public DatabaseReport {
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
        prepared = Map.copyOf(prepared);
        views = Set.copyOf(views);
        missing = Set.copyOf(missing);
    }

    /** What became of a declaration. */
    public sealed interface Prepared {

        /** How it will be asked: the form of its chunks, or single and why. */
        record As(String form) implements Prepared {}

        /** The database does not take it, and says this. */
        record Refused(String reason) implements Prepared {}

        /** It could not be tried, for this reason. */
        record Untried(String reason) implements Prepared {}
    }
}
