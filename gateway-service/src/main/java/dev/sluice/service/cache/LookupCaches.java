package dev.sluice.service.cache;

import dev.sluice.service.config.CacheConfig;
import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.core.AnswerCache;
import dev.sluice.service.core.Footprint;
import dev.sluice.service.core.Operation;
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
    private final Map<Operation, Optional<AnswerCache>> byLookup = new IdentityHashMap<>();

    /**
     * @param configs by the name of the lookup
     * @param nanos a monotonic clock, nanoseconds
     */
    public LookupCaches(Map<String, CacheConfig> configs, LongSupplier nanos) {
        configs.forEach((name, config) -> byName.put(name, new LookupCache(config, nanos::getAsLong)));
    }

    /** Those of a configuration. */
    public static LookupCaches of(GatewayConfig config) {
        final Map<String, CacheConfig> configs = new LinkedHashMap<>();
        config.lookups().forEach((name, lookup) -> lookup.cache().ifPresent(cache -> configs.put(name, cache)));
        config.rest().lookups().forEach((name, lookup) -> lookup.cache().ifPresent(cache -> configs.put(name, cache)));
        return new LookupCaches(configs, System::nanoTime);
    }

    /** What each cache came to, by the name of its lookup. Any thread. */
    public Map<String, CacheCounts> counts() {
        final Map<String, CacheCounts> counts = new LinkedHashMap<>();
        byName.forEach((name, cache) -> counts.put(name, cache.counts()));
        return Collections.unmodifiableMap(counts);
    }

    /** Only lookups share equal keys, and no statement has a lookup's name; SQL that jobs send may have any. */
    @Override
    public Optional<AnswerCache> of(Operation operation) {
        if (byName.isEmpty() || !operation.sharesEqualKeys()) {
            return Optional.empty();
        }
        return byLookup.computeIfAbsent(operation, lookup -> Optional.ofNullable(byName.get(lookup.name())));
    }

    @Override
    public void written(Footprint footprint) {
        if (byName.isEmpty()) {
            return;
        }
        byLookup.forEach((lookup, cache) -> {
            if (cache.isPresent() && lookup.footprint().conflictsWith(footprint)) {
                cache.get().forget();
            }
        });
    }
}
