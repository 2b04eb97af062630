package dev.sluice.service.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.CacheConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.Counts;
import dev.sluice.service.core.Footprint;
import dev.sluice.service.core.Item;
import dev.sluice.service.core.Operation;
import dev.sluice.service.core.Outcome;
import dev.sluice.service.core.plan.Caches;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The caches that the configuration asks for, by the name of their lookup. Belongs to the service thread. */
public final class LookupCaches implements Caches {

    private final Map<String, LookupCache> byName = new LinkedHashMap<>();
    private final Map<Operation, Optional<LookupCache>> byLookup = new IdentityHashMap<>();

    /**
     * @param configs by the name of the lookup
     * @param nanos a monotonic clock, nanoseconds
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

    /** How often each cache had the answer, by the name of its lookup. Any thread. */
    public Map<String, Counts<Asked>> counts() {
        final Map<String, Counts<Asked>> counts = new LinkedHashMap<>();
        byName.forEach((name, cache) -> counts.put(name, cache.counts));
        return Collections.unmodifiableMap(counts);
    }

    /** Only lookups share equal keys, and no statement has a lookup's name; SQL that jobs send may have any. */
    @Override
    public boolean answer(Item item, Operation operation, Arguments arguments) {
        if (byName.isEmpty() || !operation.sharesEqualKeys()) {
            return false;
        }
        return byLookup.computeIfAbsent(operation, lookup -> Optional.ofNullable(byName.get(lookup.name())))
                .map(cache -> cache.answer(item, arguments))
                .orElse(false);
    }

    @Override
    public void written(Footprint footprint) {
        byLookup.forEach((lookup, cache) -> {
            if (cache.isPresent() && lookup.footprint().conflictsWith(footprint)) {
                cache.get().forget();
            }
        });
    }

    /** Whether a cache has an answer that it is asked for. */
    public enum Asked {
        HIT,
        MISS
    }

    /**
     * The cache of one lookup: as many entries as are configured, each for its time. Whoever asked before a write that it
     * conflicts with, and is answered after it, has an older epoch than the cache, and what it found is not kept.
     */
    private static final class LookupCache {

        private final Cache<Arguments, Outcome> kept;
        private final Counts<Asked> counts = new Counts<>(Asked.class);
        private long epoch;
        private boolean empty = true;

        LookupCache(CacheConfig config, Ticker ticker) {
            this.kept = Caffeine.newBuilder()
                    .maximumSize(config.entries())
                    .expireAfter(Expiry.<Arguments, Outcome>creating((key, outcome) ->
                            outcome instanceof Outcome.NotFound ? config.notFoundTtl() : config.ttl()))
                    .executor(Runnable::run) // upkeep on the service thread, where it comes as no surprise
                    .ticker(ticker)
                    .build();
        }

        boolean answer(Item item, Arguments key) {
            final Outcome found = kept.getIfPresent(key);
            counts.add(found == null ? Asked.MISS : Asked.HIT, 1);
            if (found != null) {
                item.answer(found);
                return true;
            }
            final long asked = epoch;
            item.keptBy(outcome -> {
                if (asked == epoch && !(outcome instanceof Outcome.Failed)) {
                    kept.put(key, outcome);
                    empty = false;
                }
            });
            return false;
        }

        void forget() {
            epoch++;
            if (!empty) {
                kept.invalidateAll();
                empty = true;
            }
        }
    }
}
