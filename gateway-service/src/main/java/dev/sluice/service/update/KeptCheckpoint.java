package dev.sluice.service.update;

import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.service.update.CheckpointTable.Kept;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The checkpoint of one gateway in one database with the outcomes kept beside it, as one statement saw both; for tools that
 * hold them against queues.
 *
 * @param row the checkpoint itself
 * @param outcomes in the order of the table
 * @param damaged what of the outcomes cannot be read, in words
 */
public record KeptCheckpoint(CheckpointTable.Row row, List<Kept> outcomes, List<String> damaged) {

    /**
     * A row of outcomes as it is in its table.
     *
     * @param last the index of the last update in it, as the table says
     */
    public record Bytes(long last, byte[] outcomes) {}

    public KeptCheckpoint {
        outcomes = List.copyOf(outcomes);
        damaged = List.copyOf(damaged);
    }

    /** Reads rows of outcomes; what is wrong with one is said, and does not hide the others. */
    public static KeptCheckpoint of(CheckpointTable.Row row, List<Bytes> rows) {
        final List<Kept> outcomes = new ArrayList<>();
        final List<String> damaged = new ArrayList<>();
        for (final Bytes bytes : rows) {
            try {
                OutcomeLog.decode(bytes.outcomes(), outcomes);
                if (outcomes.isEmpty() || outcomes.get(outcomes.size() - 1).index() != bytes.last()) {
                    damaged.add("a row of outcomes ends with another update than its key says");
                }
            } catch (final WireFormatException e) {
                damaged.add("a row of outcomes cannot be read: " + e.getMessage());
            }
        }
        return new KeptCheckpoint(row, outcomes, damaged);
    }

    /** The first update that the outcomes tell of. */
    public Optional<Kept> first() {
        return outcomes.isEmpty() ? Optional.empty() : Optional.of(outcomes.get(0));
    }
}
