package dev.sluice.service.config;

import dev.sluice.service.config.yaml.Format;
import dev.sluice.service.config.yaml.Keys;
import dev.sluice.service.config.yaml.Keys.Key;
import dev.sluice.service.config.yaml.Section;
import java.time.Duration;
import java.util.Optional;

/**
 * The cache of a lookup.
 *
 * @param entries the maximum number of keys in the cache
 * @param ttl the lifetime of an entry with rows
 * @param notFoundTtl the lifetime of an entry for a key that was not found
 */
public record CacheConfig(int entries, Duration ttl, Duration notFoundTtl) {

    private static final Duration LONGEST = Duration.ofDays(30);

    static final Keys KEYS = new Keys();
    private static final Key<Integer> ENTRIES =
            KEYS.optional("entries", Format.wholeNumber(1, 100_000_000), "no cache", """
            The most keys in the cache, with heap for their results; those used least are dropped first.""");
    private static final Key<Duration> TTL =
            KEYS.of("ttl", Format.duration(Duration.ofMillis(1), LONGEST), Duration.ofMinutes(5), """
            How long a result stays. This gateway's updates remove at once all that they may change; changes by others
            are not seen until then.""");
    private static final Key<Duration> NOT_FOUND_TTL =
            KEYS.optional("notFoundTtl", Format.duration(Duration.ofMillis(1), LONGEST), "ttl", """
            How long it remembers that a key was not found. Make it shorter if such keys may be added later.""");

    static final String SECTION = "cache";

    /**
     * Reads the section {@code cache} of a lookup; empty if it is left out.
     *
     * @param chunk whether requests of the lookup may share a call
     */
    static Optional<CacheConfig> read(Section lookup, boolean chunk) {
        final Section section = lookup.child(SECTION);
        section.allow(KEYS);
        if (section.has(ENTRIES) && !chunk) {
            section.report("a lookup with chunk: false cannot have a cache, because each request needs its own call");
        }
        if (!section.has(ENTRIES)) {
            if (section.has(TTL) || section.has(NOT_FOUND_TTL)) {
                section.require(ENTRIES, 1);
            }
            return Optional.empty();
        }
        final Duration ttl = section.get(TTL);
        return section.find(ENTRIES).map(entries -> new CacheConfig(entries, ttl, section.get(NOT_FOUND_TTL, ttl)));
    }
}
