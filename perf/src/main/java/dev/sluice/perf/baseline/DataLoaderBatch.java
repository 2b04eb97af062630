package dev.sluice.perf.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.dataloader.BatchLoader;
import org.dataloader.DataLoader;
import org.dataloader.DataLoaderFactory;
import org.dataloader.DataLoaderOptions;

/**
 * Uses the library java-dataloader in the intended way: each requester loads its key, and after the last requester one caller
 * dispatches all keys. Equal keys are looked up once, the keys of a batch share a call, and several batches are in flight at
 * once, because a call does not block its thread. Each run creates a new loader, as a GraphQL server does for each of its
 * requests, because the loader's cache must not outlive the data. Not thread-safe.
 *
 * <p>The comparison is fair because nothing waits and no key is looked up twice: with one dispatch after the last request, no
 * variant can make fewer lookups.
 *
 * <p>What could be tuned: the batch limit, and the time of the dispatch. If nobody knows which request is the last, the library's
 * scheduled registry can dispatch at fixed intervals.
 */
public final class DataLoaderBatch {

    private final BatchLoader<Long, String> calls;
    private final DataLoaderOptions options;

    /** @param batchLimit the maximum number of keys in a call */
    public DataLoaderBatch(NamesByHand names, int batchLimit) {
        this.calls = keys -> names.manyLater(keys)
                .thenApply(found -> keys.stream().map(found::get).toList());
        this.options =
                DataLoaderOptions.newOptions().setMaxBatchSize(batchLimit).build();
    }

    /** Returns the names for the keys, in the order of the keys. */
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
