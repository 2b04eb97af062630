package dev.sluice.perf.burst;

import dev.sluice.perf.load.Change;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * How much is changed.
 *
 * @param kinds of changes
 * @param changes in a burst
 * @param singles in a burst of what makes one at a time
 * @param transactions how many changes share a transaction, in ascending order
 * @param latency of the network before PostgreSQL
 */
record BurstSizes(Set<Change> kinds, int changes, int singles, List<Integer> transactions, Duration latency) {

    private static final int TARGET = 1_000;

    BurstSizes {
        kinds = kinds.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(kinds));
        transactions = List.copyOf(new TreeSet<>(transactions));
        if (kinds.contains(Change.UPDATE) && kinds.contains(Change.UPDATE_BY_FUNCTION)) {
            throw new IllegalArgumentException(
                    "update and update_by_function change the same table: measure one of them");
        }
        if (changes < 1 || singles < 1) {
            throw new IllegalArgumentException("A burst of no changes cannot be measured");
        }
        if (kinds.isEmpty() || transactions.isEmpty() || transactions.get(0) < 1) {
            throw new IllegalArgumentException("Name kinds of changes, and how many share a transaction, from 1 on");
        }
    }

    /** In a burst of what makes so many in a transaction: with few it takes long, and need not take longer still. */
    int changes(int transaction) {
        return (int) Math.min(changes, (long) singles * transaction);
    }

    /** The one that figures to reach are for. */
    int targetTransaction() {
        return transactions.contains(TARGET) ? TARGET : transactions.get(transactions.size() - 1);
    }
}
