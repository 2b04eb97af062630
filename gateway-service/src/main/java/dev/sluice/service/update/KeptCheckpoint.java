package dev.sluice.service.update;

import dev.sluice.internal.wire.WireFormatException;
import dev.sluice.service.update.CheckpointTable.Kept;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The checkpoint of one gateway in one database, and the outcomes stored with it, both read by one statement. Used by tools
 * that compare a checkpoint with the queues.
 *
 * @param row the checkpoint itself
 * @param outcomes the outcomes of updates, in the order of the table
 * @param reads the results of reads that updates conflict with, in the order of their requests
 * @param damaged a message for each row of outcomes that is damaged
 */
public record KeptCheckpoint(CheckpointTable.Row row, List<Kept> outcomes, List<Kept> reads, List<String> damaged) {

    /**
     * A row of the table of outcomes, not decoded yet.
     *
     * @param last the index of the last request in the row, according to the row's key
     */
    public record Bytes(long last, byte[] outcomes) {}

    public KeptCheckpoint {
        outcomes = List.copyOf(outcomes);
        reads = List.copyOf(reads);
        damaged = List.copyOf(damaged);
    }

    /** Decodes rows of outcomes. A damaged row is reported, and does not prevent the decoding of the other rows. */
    public static KeptCheckpoint of(CheckpointTable.Row row, List<Bytes> rows) {
        final List<Kept> all = new ArrayList<>();
        final List<String> damaged = new ArrayList<>();
        for (final Bytes bytes : rows) {
            try {
                OutcomeLog.decode(bytes.outcomes(), all);
                if (all.isEmpty() || all.get(all.size() - 1).index() != bytes.last()) {
                    damaged.add("a row of outcomes ends with another request than its key says");
                }
            } catch (final WireFormatException e) {
                damaged.add("a row of outcomes cannot be read: " + e.getMessage());
            }
        }
        final List<Kept> updates = all.stream().filter(kept -> !kept.read()).toList();
        final List<Kept> reads = all.stream()
                .filter(Kept::read)
                .sorted(Comparator.comparingLong(Kept::index))
                .toList();
        return new KeptCheckpoint(row, updates, reads, damaged);
    }

    /** Returns the first update that has a stored outcome. */
    public Optional<Kept> first() {
        return outcomes.isEmpty() ? Optional.empty() : Optional.of(outcomes.get(0));
    }
}
