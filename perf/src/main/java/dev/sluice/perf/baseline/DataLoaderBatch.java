package dev.sluice.perf.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.dataloader.BatchLoader;
import org.dataloader.DataLoader;
import org.dataloader.DataLoaderFactory;
import org.dataloader.DataLoaderOptions;

/**
 * The library java-dataloader as it is meant: whoever wants something loads it, and somebody who knows that all have said
 * what they want dispatches. Equal keys are one, those of a batch share a call, and batches are under way together, as
 * the call does not wait. One thread. A new loader for each run, as for each request of a GraphQL server: its cache must
 * not outlive the data.
 *
 * <p>Fair, because nothing waits and nothing is asked twice: with one dispatch after the last request this is the least
 * that can be asked. To tune: the batch limit, and when to dispatch; where nobody knows that the last one has come, the
 * library's scheduled registry dispatches every so many milliseconds.
 */
public final class DataLoaderBatch {

    private final BatchLoader<Long, String> calls;
    private final DataLoaderOptions options;

    /** @param batchLimit the most keys of a call */
    public DataLoaderBatch(NamesByHand names, int batchLimit) {
        this.calls = keys -> names.manyLater(keys)
                .thenApply(found -> keys.stream().map(found::get).toList());
        this.options =
                DataLoaderOptions.newOptions().setMaxBatchSize(batchLimit).build();
    }

    /** The names for those keys, in their order. */
    public List<String> load(long[] keys) {
        final DataLoader<Long, String> loader = DataLoaderFactory.newDataLoader(calls, options);
        final List<CompletableFuture<String>> asked = new ArrayList<>(keys.length);
        for (final long key : keys) {
            asked.add(loader.load(key));
        }
        loader.dispatch();
        final List<String> answers = new ArrayList<>(keys.length);
        for (final CompletableFuture<String> one : asked) {
            answers.add(one.join());
        }
        return answers;
    }
}
