package dev.sluice.service.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.sluice.internal.wire.Arguments;
import dev.sluice.service.config.CacheConfig;
import dev.sluice.service.core.AnswerCache;
import dev.sluice.service.core.Outcome;
import java.util.Optional;

/**
 * The cache of one lookup: as many entries as are configured, each for its time. Whoever asked before a write that it
 * conflicts with, and is answered behind it, has an older epoch than the cache, and what it found is not kept.
 *
 * <p>Belongs to the service thread; the counts may be read by any.
 */
final class LookupCache implements AnswerCache {

    private final Cache<Arguments, Outcome> kept;
    private final CacheCounts counts = new CacheCounts();
    private long epoch;
    private boolean empty = true;

    LookupCache(CacheConfig config, Ticker ticker) {
        this.kept = Caffeine.newBuilder()
                .maximumSize(config.entries())
                .expireAfter(Expiry.<Arguments, Outcome>creating(
                        (key, outcome) -> outcome instanceof Outcome.NotFound ? config.notFoundTtl() : config.ttl()))
                .executor(Runnable::run) // upkeep on the service thread, where it comes as no surprise
                .ticker(ticker)
                .build();
    }

    CacheCounts counts() {
        return counts;
    }

    @Override
    public Optional<Outcome> find(Arguments key) {
        final Outcome outcome = kept.getIfPresent(key);
        counts.asked(outcome != null);
        return Optional.ofNullable(outcome);
    }

    @Override
    public Keeper keeper(Arguments key) {
        final long asked = epoch;
        return outcome -> {
            if (asked == epoch && !(outcome instanceof Outcome.Failed)) {
                kept.put(key, outcome);
                empty = false;
            }
        };
    }

    @Override
    public void forget() {
        epoch++;
        if (!empty) {
            kept.invalidateAll();
            empty = true;
        }
    }
}
