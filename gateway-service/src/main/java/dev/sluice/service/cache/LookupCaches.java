package dev.sluice.service.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.CacheConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.Counts;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.footprint.Conflict;
import dev.sluice.service.core.footprint.Conflicts;
import dev.sluice.service.core.footprint.Footprint;
import dev.sluice.service.core.footprint.RowIndex;
import dev.sluice.service.core.plan.Caches;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The configured caches, by the name of their lookup. Belongs to the service thread. */
public final class LookupCaches implements Caches {

    private final Map<String, LookupCache> byName = new LinkedHashMap<>();
    private final Map<Operation, Optional<LookupCache>> byLookup = new IdentityHashMap<>();

    /**
     * @param configs the configurations of the caches, by the name of the lookup
     * @param nanos a monotonic clock, in nanoseconds
     */
    public LookupCaches(Map<String, CacheConfig> configs, LongSupplier nanos) {
        configs.forEach((name, config) -> byName.put(name, new LookupCache(config, nanos::getAsLong)));
    }

    /** Returns the caches of a configuration. */
    public static LookupCaches of(GatewayConfig config) {
        final Map<String, CacheConfig> configs = new LinkedHashMap<>();
        config.lookups().forEach((name, lookup) -> lookup.cache().ifPresent(cache -> configs.put(name, cache)));
        config.rest().lookups().forEach((name, lookup) -> lookup.cache().ifPresent(cache -> configs.put(name, cache)));
        return new LookupCaches(configs, System::nanoTime);
    }

    /** Returns the hits and misses of each cache, by the name of its lookup. Any thread may call this. */
    public Map<String, Counts<CacheResult>> counts() {
        final Map<String, Counts<CacheResult>> counts = new LinkedHashMap<>();
        byName.forEach((name, cache) -> counts.put(name, cache.counts));
        return Collections.unmodifiableMap(counts);
    }

    /** {@inheritDoc} Skips undeclared operations, because the SQL that a job sends may happen to equal a lookup's name. */
    @Override
    public boolean answer(Item item, Operation operation, Arguments arguments) {
        if (byName.isEmpty() || !operation.declared()) {
            return false;
        }
        return byLookup.computeIfAbsent(operation, lookup -> Optional.ofNullable(byName.get(lookup.name())))
                .map(cache -> cache.answer(item, operation.lastFootprint(arguments), arguments))
                .orElse(false);
    }

    @Override
    public void written(Operation update, Arguments arguments) {
        final Footprint footprint = update.footprint(arguments);
        byName.values().forEach(cache -> cache.written(footprint, arguments));
    }

    /** Whether a cache had the answer to a request. */
    public enum CacheResult {
        HIT,
        MISS
    }

    /**
     * The cache of one lookup, with the configured size and lifetime of entries. Writes are numbered, and each entry contains the
     * number of the last write before the entry's request. If a write with a higher number conflicts with the key, the entry is
     * not used.
     */
    private static final class LookupCache {

        /**
         * The maximum number of rows in one index of written rows. If an index gets more rows, all entries of the cache are
         * dropped.
         */
        private static final int MOST_ROWS = 10_000;

        private final Cache<Arguments, Entry> kept;
        private final Counts<CacheResult> counts = new Counts<>(CacheResult.class);
        private final Map<Footprint, Conflicts> asked = new IdentityHashMap<>();
        /** The rows that were written, each with the number of its last write. */
        private final List<RowIndex> writtenRows = new ArrayList<>(1);

        private long writes;
        /** The number of the last write that may have changed any row. */
        private long writeOfAll;

        private record Entry(Outcome outcome, long writesBefore) {}

        LookupCache(CacheConfig config, Ticker ticker) {
            this.kept = Caffeine.newBuilder()
                    .maximumSize(config.entries())
                    .expireAfter(Expiry.<Arguments, Entry>creating((key, entry) ->
                            entry.outcome() instanceof Outcome.NotFound ? config.notFoundTtl() : config.ttl()))
                    .executor(Runnable::run) // runs maintenance on the service thread, and on no other
                    .ticker(ticker)
                    .build();
        }

        boolean answer(Item item, Footprint footprint, Arguments key) {
            final Entry entry = kept.getIfPresent(key);
            final boolean hit = entry != null && unwritten(key, entry.writesBefore());
            counts.add(hit ? CacheResult.HIT : CacheResult.MISS, 1);
            if (hit) {
                item.answer(entry.outcome());
                return true;
            }
            asked.computeIfAbsent(footprint, Conflicts::new);
            final long before = writes;
            item.keptBy(outcome -> {
                if (!(outcome instanceof Outcome.Failed)) {
                    kept.put(key, new Entry(outcome, before));
                }
            });
            return false;
        }

        /**
         * Whether a cached entry is still valid: no write with a number higher than {@code writesBefore} conflicts with its key.
         */
        private boolean unwritten(Arguments key, long writesBefore) {
            if (writeOfAll > writesBefore) {
                return false;
            }
            for (final RowIndex rows : writtenRows) {
                if (rows.largest(key) > writesBefore) {
                    return false;
                }
            }
            return true;
        }

        void written(Footprint footprint, Arguments arguments) {
            for (final Conflicts conflicts : asked.values()) {
                final Conflict conflict = conflicts.with(footprint);
                if (conflict.always()) {
                    forget();
                    return;
                }
                for (final Conflict.Rows both : conflict.rows()) {
                    final RowIndex rows = rows(both.mine());
                    rows.raise(arguments.hash(both.its()), ++writes);
                    if (rows.size() > MOST_ROWS) {
                        forget();
                        return;
                    }
                }
            }
        }

        private RowIndex rows(List<Integer> parameters) {
            for (final RowIndex rows : writtenRows) {
                if (rows.isOf(parameters)) {
                    return rows;
                }
            }
            final RowIndex rows = new RowIndex(parameters);
            writtenRows.add(rows);
            return rows;
        }

        private void forget() {
            writeOfAll = ++writes;
            kept.invalidateAll();
            asked.clear();
            writtenRows.clear();
        }
    }
}
