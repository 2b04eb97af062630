package dev.sluice.faults.simulate.world;

import dev.sluice.service.update.CheckpointTable.Row;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The committed checkpoint of a gateway under one name of a database, with the kept outcomes by their last index. */
final class CheckpointRows {

    private static final int NOBODY = -1;

    final SortedMap<Long, byte[]> outcomes = new TreeMap<>();
    Optional<Row> row = Optional.empty();
    /** The number of the process that claimed the checkpoint last. */
    int owner = NOBODY;

    void commit(Transaction transaction) {
        transaction.row.ifPresent(it -> row = Optional.of(it));
        if (transaction.claims) {
            owner = transaction.claimant.number();
        }
        if (transaction.forgets) {
            outcomes.clear();
        }
        outcomes.headMap(transaction.prunedBefore).clear();
        outcomes.putAll(transaction.kept);
    }
}
