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
 * The results of reads beside the checkpoint: those that a run before kept, and which of this run's are kept already.
 * Belongs to the worker that runs the updates; what the first claim found belongs to the service thread.
 */
final class KeptReads {

    /** The indexes of reads that the database keeps, from the first one on that may be asked for again. */
    private final TreeSet<Long> kept = new TreeSet<>();

    private List<ReadResult> next = List.of();
    private final Map<Long, Kept> found = new HashMap<>();
    private volatile boolean claimed;

    /** A claim reads all rows. */
    void clear() {
        kept.clear();
        if (!claimed) {
            found.clear();
        }
    }

    /**
     * A row has that one.
     *
     * @param answered what was answered when the gateway started is not needed any more
     */
    void found(Kept result, long answered) {
        kept.add(result.index());
        if (!claimed && result.index() > answered) {
            found.put(result.index(), result);
        }
    }

    /** From now on the service thread has what was found. */
    void claimed() {
        claimed = true;
    }

    /** Whether a call has a request that a run before can have had, and nobody knows yet whether it kept its result. */
    boolean mayHave(Call read, long lastOfEarlierRuns) {
        return !claimed && read.questions().get(0).index() <= lastOfEarlierRuns;
    }

    /** The kept results of a question's requests, looked up once. */
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

    /** The next run is to keep these, in their order. */
    void next(List<ReadResult> results) {
        next = results;
    }

    /** Results up to that index are on disk. */
    void durable(long index) {
        kept.headSet(index, true).clear();
    }

    /** Those before an update that no transaction has kept, in their order. */
    List<ReadResult> before(long update) {
        return next.stream()
                .filter(result -> result.index() < update && !kept.contains(result.index()))
                .toList();
    }

    /** A transaction with these was committed. */
    void committed(List<ReadResult> results) {
        results.forEach(result -> kept.add(result.index()));
    }
}
