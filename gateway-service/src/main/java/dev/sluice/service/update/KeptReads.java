package dev.sluice.service.update;

import dev.sluice.service.core.Call;
import dev.sluice.service.core.Question;
import dev.sluice.service.core.ReadResult;
import dev.sluice.service.update.CheckpointTable.Kept;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Knows which results of reads are stored with the checkpoint. Contains the indexes of all reads with a stored result, and the
 * results that earlier gateway processes stored. Belongs to the worker that runs the updates. When the first claim of the checkpoint is over, the service thread owns the results which that claim has found.
 */
final class KeptReads {

    /** The indexes of reads whose results the database stores, except results that the output already has on disk. */
    private final TreeSet<Long> kept = new TreeSet<>();

    private List<ReadResult> next = List.of();
    private final Map<Long, Kept> found = new HashMap<>();
    private volatile boolean claimed;

    /** Forgets everything. Called before a claim reads all rows again. */
    void clear() {
        kept.clear();
        if (!claimed) {
            found.clear();
        }
    }

    /**
     * Called for each read result that a claim finds in a row of outcomes.
     *
     * @param answered the last request that was answered when the gateway started; results up to this request are not needed any
     *     more
     */
    void found(Kept result, long answered) {
        kept.add(result.index());
        if (!claimed && result.index() > answered) {
            found.put(result.index(), result);
        }
    }

    /** Called after a claim. From the end of the first claim on, the service thread owns the results found by that claim. */
    void claimed() {
        claimed = true;
    }

    /**
     * Whether an earlier process may have stored the result of a request in this call. False after the first claim, because that
     * claim finds all such results.
     */
    boolean mayHave(Call read, long lastOfEarlierRuns) {
        return !claimed && read.questions().get(0).index() <= lastOfEarlierRuns;
    }

    /** Removes and returns the stored results of a question's requests. */
    List<Kept> take(Question question) {
        if (!claimed || found.isEmpty()) {
            return List.of();
        }
        final List<Kept> its = new ArrayList<>(1);
        question.indexes().forEach(index -> {
            final Kept result = found.remove(index);
            if (result != null) {
                its.add(result);
            }
        });
        return its;
    }

    /** Sets the results that the next run of updates stores, in request order. */
    void next(List<ReadResult> results) {
        next = results;
    }

    /** Called when the results up to this index are on disk. */
    void durable(long index) {
        kept.headSet(index, true).clear();
    }

    /** Returns, in request order, the results that precede an update and that no transaction has stored yet. */
    List<ReadResult> before(long update) {
        return next.stream()
                .filter(result -> result.index() < update && !kept.contains(result.index()))
                .toList();
    }

    /** Called when a transaction that stores these results was committed. */
    void committed(List<ReadResult> results) {
        results.forEach(result -> kept.add(result.index()));
    }
}
