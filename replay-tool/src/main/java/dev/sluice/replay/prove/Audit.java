package dev.sluice.replay.prove;

import dev.sluice.api.QueueException;
import dev.sluice.service.update.CheckpointTable;
import dev.sluice.service.update.KeptCheckpoint;
import dev.sluice.transport.Lane;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Compares the databases of a gateway with its queues. First the databases are read, then the queues. The comparison follows when
 * both have been read. For one thread.
 */
public record Audit(Lane pair, long answeredBefore, List<Databases.Audited> databases) {

    /**
     * Reads the checkpoints of all databases, and closes the connections.
     *
     * @throws QueueException if a database cannot be read
     */
    public static Audit begin(Lane pair, Databases databases) {
        final long answered = Scans.answered(pair, CheckpointTable.NONE);
        return new Audit(pair, answered, databases.checkpoints(pair));
    }

    /**
     * Compares the checkpoints with the queues.
     *
     * @param found receives violations
     * @return a line for each compared checkpoint
     */
    public List<String> compare(Findings found) {
        final CheckpointAudit.Ends ends = CheckpointAudit.Ends.now(pair, answeredBefore);
        final Set<Long> known = new HashSet<>();
        databases.forEach(database -> known.addAll(database.outcomes().keySet()));
        final List<String> lines = new ArrayList<>();
        for (final Databases.Audited database : databases) {
            new CheckpointAudit(pair, database, ends, known, found).run();
            lines.add("checkpoint  " + database.name() + ": "
                    + database.checkpoint().map(this::text).orElse("none"));
        }
        return lines;
    }

    /** Compares the databases with the input only, and returns the contradictions. */
    public static List<String> againstInput(Lane pair, List<Databases.Audited> databases) {
        final CheckpointAudit.Ends ends = CheckpointAudit.Ends.now(pair, CheckpointTable.NONE);
        final List<String> found = new ArrayList<>();
        final Findings all = new Findings(found::add, Long.MAX_VALUE);
        databases.forEach(database -> new CheckpointAudit(pair, database, ends, Set.of(), all).againstInput());
        return found;
    }

    private String text(KeptCheckpoint kept) {
        final long last = kept.row().last();
        return "at " + (last < 0 ? "nothing" : pair.inputPosition(last)) + ", "
                + String.format(Locale.ROOT, "%,d", kept.outcomes().size()) + " outcomes kept";
    }
}
